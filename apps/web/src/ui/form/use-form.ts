import { ERRORS, type ErrorCode, isErrorCode } from '@dipper/contract';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import {
  type ChangeEvent,
  type RefCallback,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type FieldErrors, type Resolver, useForm as useHookForm } from 'react-hook-form';
import { useErrorWords } from '../../i18n/use-error-words.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useWait } from './use-wait.js';

/** The fields' values by name. */
export type FieldValues = Readonly<Record<string, string | boolean>>;

type Name<Values> = keyof Values & string;

/** The contract's schema for the request; unknown names are dropped. */
export type FormSchema<Sent> = Parameters<
  typeof standardSchemaResolver<Record<string, unknown>, unknown, Sent>
>[0];

/** Why a submit failed. */
export interface FormFailure {
  readonly sentence: string;
  /** Wait before a retry, seconds. */
  readonly waitSeconds?: number | undefined;
}

export interface FormOptions<Values extends FieldValues, Sent, Reply = void> {
  /** Unique on its page; prefix of the fields' ids. */
  readonly id: string;
  readonly schema: FormSchema<Sent>;
  readonly defaults: Values;
  /** Converts the input before it is validated and sent. */
  readonly prepare?: (values: Values) => Values;
  /** Extra checks beyond the schema: the error message per field. */
  readonly check?: (values: Values) => { readonly [N in Name<Values>]?: string | false };
  /** Overrides the schema's messages where the specification has its own. */
  readonly words?: { readonly [C in ErrorCode]?: string };
  /** Rejects with errors that `failureOf` can word. The signal is aborted on unmount. */
  readonly send: (sent: Sent, signal: AbortSignal) => Promise<Reply>;
  /** Called after a success while the form is still mounted. */
  readonly onSent?: (reply: Reply, sent: Sent) => void;
  readonly failureOf: (error: unknown) => FormFailure;
}

/** The props that connect a field of ui/form. */
export interface FieldBinding {
  readonly id: string;
  readonly name: string;
  readonly ref: RefCallback<HTMLInputElement | HTMLSelectElement>;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
  readonly onBlur: (event: unknown) => void;
  /** In the page's language. */
  readonly error: string | undefined;
}

export interface Form<Values extends FieldValues> {
  readonly field: (name: Name<Values>) => FieldBinding;
  /** The errors in field order. */
  readonly problems: readonly { readonly id: string; readonly sentence: string }[];
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** The request is running. */
  readonly busy: boolean;
  /** Why the last request failed; cleared on input. */
  readonly failure: string | undefined;
  /** Clears a failure that another action has resolved. */
  readonly clearFailure: () => void;
  /** Seconds until a retry is possible; counts down to 0. */
  readonly waitSeconds: number;
  /** Ends the wait because a different request will be sent. */
  readonly endWait: () => void;
  /** Replaces the values and clears the errors. */
  readonly reset: (values: Values) => void;
}

/** A cross-field error, which any change may resolve. */
const ACROSS = 'across';

function resolverOf<Values extends FieldValues, Sent>({
  schema,
  check,
  prepare = (values) => values,
}: Pick<FormOptions<Values, Sent>, 'schema' | 'check' | 'prepare'>): Resolver<
  Record<string, string | boolean>,
  unknown,
  Record<string, unknown>
> {
  const bySchema = standardSchemaResolver<Record<string, unknown>, unknown, Sent>(schema);
  return async (typed, context, options) => {
    const values = prepare(typed as Values);
    const { values: sent, errors } = await bySchema(values, context, options as never);
    const across = Object.entries(check?.(values) ?? {}).flatMap(([name, message]) =>
      typeof message === 'string'
        ? [[name, { type: ACROSS, message, ref: options.fields[name]?.ref }] as const]
        : [],
    );
    const found = { ...Object.fromEntries(across), ...errors } as FieldErrors;
    return Object.keys(found).length === 0
      ? { values: sent as Record<string, unknown>, errors: {} }
      : { values: {}, errors: found };
  };
}

/** A field's current value in the DOM: some password managers fill it in without an event. */
function valueIn(form: HTMLFormElement, name: string): string | boolean | undefined {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) {
    return field.type === 'checkbox' ? field.checked : field.value;
  }
  return field instanceof HTMLSelectElement ? field.value : undefined;
}

/** Runs a form's request: one at a time, aborted on unmount. */
function useSending() {
  const running = useRef<AbortController | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  /** Runs `work` unless another run is pending. */
  const alone = async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    if (running.current !== null) {
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    try {
      await work(controller.signal);
    } finally {
      running.current = null;
      if (!controller.signal.aborted) {
        setBusy(false);
      }
    }
  };
  return { busy, setBusy, alone };
}

/**
 * A form validated by a schema of the contract before it is sent. The only place that uses the form
 * library. Errors stay until their field is edited; messages come from the namespace `account`.
 */
export function useForm<Values extends FieldValues, Sent, Reply>(
  options: FormOptions<Values, Sent, Reply>,
): Form<Values> {
  const { id, defaults, words, send, onSent, failureOf } = options;
  const { t } = useTranslation('account');
  const errorWords = useErrorWords();
  const [failure, setFailure] = useState<string | undefined>();
  const { busy, setBusy, alone } = useSending();
  const wait = useWait(() => setFailure(undefined));
  const { register, handleSubmit, setValue, clearErrors, reset, formState } = useHookForm<
    Record<string, string | boolean>,
    unknown,
    Record<string, unknown>
  >({
    defaultValues: defaults,
    resolver: resolverOf(options),
    reValidateMode: 'onSubmit',
  });
  const { errors } = formState;
  const names = Object.keys(defaults) as Name<Values>[];

  const sentenceOf = (name: string): string | undefined => {
    const { type, message } = errors[name] ?? {};
    if (typeof message !== 'string' || type === ACROSS) {
      return message;
    }
    return isErrorCode(message)
      ? (words?.[message] ?? errorWords({ code: message, sentence: ERRORS[message].message }))
      : t('form.invalid');
  };
  const field = (name: Name<Values>): FieldBinding => {
    const { onChange, ...bound } = register(name);
    return {
      ...bound,
      id: `${id}-${name}`,
      onChange: (event) => {
        void onChange(event);
        setFailure(undefined);
        clearErrors([name, ...names.filter((other) => errors[other]?.type === ACROSS)]);
      },
      onBlur: (event) => void bound.onBlur(event as never),
      error: sentenceOf(name),
    };
  };
  const submit = async (signal: AbortSignal) => {
    await handleSubmit(async (sent) => {
      setBusy(true);
      try {
        const reply = await send(sent as Sent, signal);
        if (!signal.aborted) {
          onSent?.(reply, sent as Sent);
        }
      } catch (error) {
        if (!signal.aborted) {
          const { sentence, waitSeconds = 0 } = failureOf(error);
          setFailure(sentence);
          wait.start(waitSeconds);
        }
      }
    })();
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || wait.seconds > 0) {
      return;
    }
    for (const name of names) {
      const value = valueIn(event.currentTarget, name);
      if (value !== undefined) {
        setValue<string>(name, value);
      }
    }
    setFailure(undefined);
    void alone(submit);
  };
  return {
    field,
    problems: names.flatMap((name) => {
      const sentence = sentenceOf(name);
      return sentence === undefined ? [] : [{ id: `${id}-${name}`, sentence }];
    }),
    onSubmit,
    busy,
    failure,
    clearFailure: () => setFailure(undefined),
    waitSeconds: wait.seconds,
    endWait: wait.stop,
    reset: (values) => {
      setFailure(undefined);
      reset(values);
    },
  };
}
