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

/** What stands in the fields, by their names. */
export type FieldValues = Readonly<Record<string, string | boolean>>;

type Name<Values> = keyof Values & string;

/** A schema of the contract for what is sent; names that it does not know are left out of that. */
export type FormSchema<Sent> = Parameters<
  typeof standardSchemaResolver<Record<string, unknown>, unknown, Sent>
>[0];

/** Why nothing came of it. */
export interface FormFailure {
  readonly sentence: string;
  /** It is not worth another try before, seconds. */
  readonly waitSeconds?: number | undefined;
}

export interface FormOptions<Values extends FieldValues, Sent, Reply = void> {
  /** Of the form on its page; ids of fields begin with it. */
  readonly id: string;
  readonly schema: FormSchema<Sent>;
  readonly defaults: Values;
  /** Makes what is checked and sent of what was typed. */
  readonly prepare?: (values: Values) => Values;
  /** What no schema of the contract knows: the sentence for a field, where something is wrong. */
  readonly check?: (values: Values) => { readonly [N in Name<Values>]?: string | false };
  /** Other words for a check of the schema, where the specification has some. */
  readonly words?: { readonly [C in ErrorCode]?: string };
  /** Rejects with what `failureOf` has words for. The signal is aborted when the form goes away. */
  readonly send: (sent: Sent, signal: AbortSignal) => Promise<Reply>;
  /** The call has succeeded, and the form is still there. */
  readonly onSent?: (reply: Reply, sent: Sent) => void;
  readonly failureOf: (error: unknown) => FormFailure;
}

/** For the fields of ui/form: where a value comes from, and what is wrong with it. */
export interface FieldBinding {
  readonly id: string;
  readonly name: string;
  readonly ref: RefCallback<HTMLInputElement | HTMLSelectElement>;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
  readonly onBlur: (event: unknown) => void;
  /** In the language of the page. */
  readonly error: string | undefined;
}

export interface Form<Values extends FieldValues> {
  readonly field: (name: Name<Values>) => FieldBinding;
  /** What is wrong, in the order of the fields. */
  readonly problems: readonly { readonly id: string; readonly sentence: string }[];
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** The call is under way. */
  readonly busy: boolean;
  /** Why the last call failed; until something is typed. */
  readonly failure: string | undefined;
  /** For a failure that something else has made up for. */
  readonly clearFailure: () => void;
  /** Until another try is worth it, seconds; ends by itself. */
  readonly waitSeconds: number;
  /** For a wait that is over because something else is asked for. */
  readonly endWait: () => void;
  /** Puts other values in, and takes away what was wrong. */
  readonly reset: (values: Values) => void;
}

/** A check across fields: any change may cure it. */
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

/** What stands in a field of the page: typed, or filled in without an event, as some managers do. */
function valueIn(form: HTMLFormElement, name: string): string | boolean | undefined {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) {
    return field.type === 'checkbox' ? field.checked : field.value;
  }
  return field instanceof HTMLSelectElement ? field.value : undefined;
}

/** The call of a form: one at a time, given up with the form. */
function useSending() {
  const running = useRef<AbortController | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  /** Runs `work` unless something runs already. */
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
 * A form that is checked by a schema of the contract before it is sent: the one place that knows the
 * library. Errors stay until the field is typed in; words are those of the namespace `account`.
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
