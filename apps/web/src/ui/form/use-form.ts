import { ERRORS, type ErrorCode, isErrorCode } from '@dipper/contract';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useErrorWords } from '../../i18n/errors/error-words.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useCountdown } from '../../lib/react/use-countdown.js';

export type FieldValues = Readonly<Record<string, string | boolean>>;

type Name<Values> = keyof Values & string;

/** The contract's schema for the request. It drops unknown names. */
export interface FormSchema<Sent> {
  readonly safeParse: (values: unknown) =>
    | { readonly success: true; readonly data: Sent }
    | {
        readonly success: false;
        readonly error: {
          readonly issues: readonly {
            readonly path: readonly PropertyKey[];
            readonly message: string;
          }[];
        };
      };
}

/** Why a submit failed. */
export interface SendFailure {
  readonly sentence: string;
  /** The wait before a retry, in seconds. */
  readonly waitSeconds?: number | undefined;
}

export interface FormOptions<Values extends FieldValues, Sent, Reply = void> {
  /** Must be unique on its page. Prefix of the fields' ids. */
  readonly id: string;
  readonly schema: FormSchema<Sent>;
  readonly defaults: Values;
  /** Converts the input before it is validated and sent. */
  readonly prepare?: (values: Values) => Values;
  /** Additional checks beyond the schema. Returns an error message for each invalid field. */
  readonly check?: (values: Values) => { readonly [N in Name<Values>]?: string | false };
  /** Replaces the schema's messages where the specification has its own. */
  readonly words?: { readonly [C in ErrorCode]?: string };
  /** Must reject with errors that `failureOf` can describe. The signal is aborted on unmount. */
  readonly send: (sent: Sent, signal: AbortSignal) => Promise<Reply>;
  /** Called after a success if the form is still mounted. */
  readonly onSent?: (reply: Reply, sent: Sent) => void;
  readonly failureOf: (error: unknown) => SendFailure;
}

/** Props that connect a field from ui/form. Its value stays in the DOM. */
export interface FieldBinding {
  readonly id: string;
  readonly name: string;
  readonly defaultValue?: string;
  readonly defaultChecked?: boolean;
  readonly onChange: () => void;
  /** The error message in the page's language. */
  readonly error: string | undefined;
}

export interface Form<Values extends FieldValues> {
  readonly field: (name: Name<Values>) => FieldBinding;
  /** Errors in the order of the fields. */
  readonly problems: readonly { readonly id: string; readonly sentence: string }[];
  /** The number of submits with invalid fields. */
  readonly refusals: number;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** True while the request is running. */
  readonly busy: boolean;
  /** Why the last request failed. Any input clears it. */
  readonly failure: string | undefined;
  /** Clears a failure that another action has resolved. */
  readonly clearFailure: () => void;
  /** Seconds until a retry is possible, counting down to 0. */
  readonly waitSeconds: number;
  /** Ends the wait because a different request will be sent. */
  readonly endWait: () => void;
  /** Resets a submitted form to its defaults. */
  readonly reset: () => void;
}

/** A field's error: a code from the contract, or a sentence that any edit may make wrong. */
type FieldErrors = Readonly<
  Record<string, { readonly code: string } | { readonly across: string }>
>;

/** Reads the values in the fields, because some password managers fill them in without an event. */
function valuesIn<Values extends FieldValues>(form: HTMLFormElement, defaults: Values): Values {
  const data = new FormData(form);
  const entries = Object.entries(defaults).map(([name, value]) =>
    form.elements.namedItem(name) === null
      ? [name, value]
      : [name, typeof value === 'boolean' ? data.has(name) : data.get(name)],
  );
  return Object.fromEntries(entries) as Values;
}

type Sending =
  | { readonly step: 'ready' | 'busy' }
  | {
      readonly step: 'failed';
      /** Undefined once the visitor has changed a field. */
      readonly sentence: string | undefined;
      readonly wait: { readonly seconds: number };
    };

const NO_WAIT = { seconds: 0 };

/**
 * A form validated by one of the contract's schemas before it is sent. Each error stays until its
 * field is edited. Messages come from the namespace `account`.
 */
export function useForm<Values extends FieldValues, Sent, Reply>(
  options: FormOptions<Values, Sent, Reply>,
): Form<Values> {
  const { id, schema, defaults, prepare, check, words, send, onSent, failureOf } = options;
  const { t } = useTranslation('account');
  const errorWords = useErrorWords();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusals, setRefusals] = useState(0);
  const [sending, setSending] = useState<Sending>({ step: 'ready' });
  const wait = sending.step === 'failed' ? sending.wait : NO_WAIT;
  const waitSeconds = useCountdown(wait);
  const running = useRef<AbortController | null>(null);
  const submitted = useRef<HTMLFormElement | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const names = Object.keys(defaults) as Name<Values>[];

  const hasWaited = wait.seconds > 0 && waitSeconds === 0;
  const changeFailure = (change: { sentence: undefined } | { wait: typeof NO_WAIT }) =>
    setSending((now) => (now.step === 'failed' ? { ...now, ...change } : now));
  const clearFailure = () => changeFailure({ sentence: undefined });

  const sentenceOf = (name: string): string | undefined => {
    const error = errors[name];
    if (error === undefined || 'across' in error) {
      return error?.across;
    }
    const { code } = error;
    return isErrorCode(code)
      ? (words?.[code] ?? errorWords({ code, sentence: ERRORS[code].message }))
      : t('form.invalid');
  };
  const onChange = (name: string) => {
    clearFailure();
    setErrors((all) =>
      Object.fromEntries(Object.entries(all).filter(([of, it]) => of !== name && 'code' in it)),
    );
  };
  /** Returns the request, or marks the invalid fields and returns null. */
  const validated = (form: HTMLFormElement): Sent | null => {
    const typed = valuesIn(form, defaults);
    const values = prepare?.(typed) ?? typed;
    const parsed = schema.safeParse(values);
    const found = new Map<string, FieldErrors[string]>();
    for (const [name, across] of Object.entries(check?.(values) ?? {})) {
      if (typeof across === 'string') {
        found.set(name, { across });
      }
    }
    const issues = parsed.success ? [] : [...parsed.error.issues].reverse();
    issues.forEach(({ path, message }) => found.set(String(path[0]), { code: message }));
    setErrors(Object.fromEntries(found));
    const first = names.find((name) => found.has(name));
    if (first !== undefined) {
      setRefusals((count) => count + 1);
      document.getElementById(`${id}-${first}`)?.focus();
    }
    return parsed.success && found.size === 0 ? parsed.data : null;
  };
  const sendOnce = async (sent: Sent) => {
    const { signal } = (running.current = new AbortController());
    setSending({ step: 'busy' });
    try {
      const reply = await send(sent, signal);
      if (!signal.aborted) {
        onSent?.(reply, sent);
        setSending({ step: 'ready' });
      }
    } catch (error) {
      if (!signal.aborted) {
        const { sentence, waitSeconds: seconds = 0 } = failureOf(error);
        setSending({ step: 'failed', sentence, wait: { seconds } });
      }
    } finally {
      running.current = null;
    }
  };
  return {
    field: (name) => {
      const value = defaults[name];
      return {
        ...(typeof value === 'boolean' ? { defaultChecked: value } : { defaultValue: value }),
        ...{ id: `${id}-${name}`, name },
        onChange: () => onChange(name),
        error: sentenceOf(name),
      };
    },
    problems: names.flatMap((name) => {
      const sentence = sentenceOf(name);
      return sentence === undefined ? [] : [{ id: `${id}-${name}`, sentence }];
    }),
    refusals,
    onSubmit: (event) => {
      event.preventDefault();
      if (running.current !== null || waitSeconds > 0) {
        return;
      }
      setSending({ step: 'ready' });
      submitted.current = event.currentTarget;
      const sent = validated(event.currentTarget);
      if (sent !== null) {
        void sendOnce(sent);
      }
    },
    busy: sending.step === 'busy',
    // Hide the failure once its countdown has ended.
    failure: sending.step === 'failed' && !hasWaited ? sending.sentence : undefined,
    clearFailure,
    waitSeconds,
    endWait: () => changeFailure({ wait: NO_WAIT }),
    reset: () => submitted.current?.reset(),
  };
}
