import { ApiFailure } from '@dipper/client';
import { type FallbackMessage, useAccountFailure } from '../../entities/session/account-failure.js';
import { type FieldValues, type Form, type FormOptions, useForm } from '../../ui/form/use-form.js';

/** Replies with these statuses may have a Retry-After header. */
const WAITING: readonly (number | undefined)[] = [429, 503];

/** Returns how long the server wants the visitor to wait, in seconds; 0 if it doesn't say. */
function secondsToWait(error: unknown): number {
  if (!(error instanceof ApiFailure) || !WAITING.includes(error.reply.status)) {
    return 0;
  }
  const { values, retryAfterSeconds } = error.reply;
  return values?.seconds ?? retryAfterSeconds ?? 0;
}

/** A form that reports failures with the messages of specification §8. */
export function useAccountForm<Values extends FieldValues, Sent, Reply>({
  fallback,
  ...options
}: Omit<FormOptions<Values, Sent, Reply>, 'failureOf'> & {
  readonly fallback: FallbackMessage;
}): Form<Values> {
  const failure = useAccountFailure();
  return useForm({
    ...options,
    failureOf: (error) => ({
      sentence: failure(error, fallback),
      waitSeconds: secondsToWait(error),
    }),
  });
}
