import { createLaterValue } from '../state/later-value.js';

const provider = createLaterValue<() => Promise<string | null>>();

/**
 * Sets the provider of fresh access tokens. Called by entities/session once its code has loaded.
 */
export const provideTokens = provider.set;

/** How long a call with an optional token waits for that token, in milliseconds. */
const MOMENT_MS = 500;

/**
 * Makes a call that works without an account, adding the signed-in account's token if there is one.
 * Visitors without an account don't wait. If no token is available after a moment, for example
 * because the session has to be renewed first, the call goes without one.
 */
export function withBearer<T>(call: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  if (!('session' in document.documentElement.dataset)) {
    return call({});
  }
  const token = Promise.race([
    provider.value.then((find) => find()).catch(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, MOMENT_MS, null)),
  ]);
  return token.then((found) => call(found === null ? {} : { Authorization: `Bearer ${found}` }));
}
