import { ApiFailure } from '@dipper/client';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useAccountFailure } from '../../entities/session/account-failure.js';
import { type FieldValues, type Form, type FormOptions, useForm } from '../../ui/form/use-form.js';

type Settings<Values extends FieldValues, Sent> = Omit<FormOptions<Values, Sent>, 'failureOf'> & {
  /** Selects the messages of specification §8. */
  readonly about: keyof typeof MESSAGES;
};

/** Message keys for success, for a refusal without a reason, and for any other failure. */
const MESSAGES = {
  profile: { done: 'profileUpdated', refused: 'profileFailed', other: 'profileUpdateFailed' },
  password: { done: 'passwordChanged', refused: 'changeFailed', other: 'passwordChangeFailed' },
} as const;

function isOfServer(error: unknown): boolean {
  return error instanceof ApiFailure && (error.kind !== 'unexpected' || !error.reply.isJson);
}

/** A settings form, which stays open after saving. */
export interface SettingsForm<Values extends FieldValues> {
  readonly form: Form<Values>;
  /** The message after the form has been saved, until it is changed; '' otherwise. */
  readonly done: string;
  /** Call this on any change. */
  readonly touched: () => void;
}

/** One tab's form, which sends only its own fields. */
export function useSettingsForm<Values extends FieldValues, Sent>({
  about,
  send,
  onSent,
  ...options
}: Settings<Values, Sent>): SettingsForm<Values> {
  const { t } = useTranslation('account');
  const failureWords = useAccountFailure();
  const { done, refused, other } = MESSAGES[about];
  const [saved, setSaved] = useState(false);
  const form = useForm<Values, Sent, void>({
    ...options,
    send: (sent, signal) => {
      setSaved(false);
      return send(sent, signal);
    },
    onSent: (reply, sent) => {
      setSaved(true);
      onSent?.(reply, sent);
    },
    failureOf: (error) => ({
      sentence: isOfServer(error) ? failureWords(error, refused) : t(`messages.${other}`),
      waitSeconds: error instanceof ApiFailure ? error.reply.retryAfterSeconds : undefined,
    }),
  });
  return { form, done: saved ? t(`messages.${done}`) : '', touched: () => setSaved(false) };
}
