import { useState } from 'react';
import { ApiFailure } from '../../lib/api/api-failure.js';
import { type Fallback, useAccountFailure } from '../../lib/session/account-failure.js';
import { type FieldValues, type Form, type FormOptions, useForm } from '../../ui/form/use-form.js';

type Settings<Values extends FieldValues, Sent> = Omit<FormOptions<Values, Sent>, 'failureOf'> & {
  /** What is said where the server gave no reason. */
  readonly fallback: Fallback;
};

/** A form of the settings, which stays when it was saved. */
export interface SettingsForm<Values extends FieldValues> {
  readonly form: Form<Values>;
  /** Saved, and nothing was changed since. */
  readonly saved: boolean;
  /** Something was changed. */
  readonly touched: () => void;
}

/** A form of one tab: what it holds is sent without the fields of the others. */
export function useSettingsForm<Values extends FieldValues, Sent>({
  fallback,
  send,
  onSent,
  ...options
}: Settings<Values, Sent>): SettingsForm<Values> {
  const failureWords = useAccountFailure();
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
      sentence: failureWords(error, fallback),
      waitSeconds: error instanceof ApiFailure ? error.reply.retryAfterSeconds : undefined,
    }),
  });
  return { form, saved, touched: () => setSaved(false) };
}
