import type { SessionReply } from '@dipper/contract';
import * as z from 'zod/mini';
import { deviceStore } from '../../lib/browser/browser-store.js';
import { LatestMap } from '../../lib/state/latest-map.js';
import { createStore } from '../../lib/state/store.js';
import { steadyMs } from '../../lib/time/steady-ms.js';
import { SESSION_KEY } from './session-key.js';

/** Only characters that are valid in a header. `fetch` throws on others. */
const tokenSchema = z.string().check(z.regex(/^[\w.~+/=-]{1,4096}$/));

const tokensSchema = z.object({
  access_token: tokenSchema,
  refresh_token: z.optional(tokenSchema),
  /**
   * When the access token expires, in milliseconds since 1970 by this device's clock. Only a hint
   * for other pages and tabs: the server decides.
   */
  expires_at: z.number(),
});

/** A session's tokens. Kept in local storage (specification §3), so that all tabs share them. */
export type Tokens = Readonly<z.infer<typeof tokensSchema>>;

/** Used when storage is blocked. The session then ends with the page. */
const inPage = createStore<Tokens | null>(null);

function keptTokens(): Tokens | null {
  const kept = tokensSchema.safeParse(deviceStore.read(SESSION_KEY));
  return kept.success ? kept.data : null;
}

/** Returns this browser's tokens; null if nobody is signed in or the stored value is damaged. */
export function readTokens(): Tokens | null {
  return inPage.get() ?? keptTokens();
}

/**
 * Stores the tokens of a login or refresh.
 * @returns the stored form
 */
export function keepTokens(reply: Omit<SessionReply, 'user'>): Tokens {
  const { access_token, refresh_token, expires_in } = reply;
  const tokens = { access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 };
  inPage.set(null);
  deviceStore.write(SESSION_KEY, tokens);
  if (!isSame(keptTokens(), tokens)) {
    // If storage is full, remove the old tokens, because they are no longer valid.
    deviceStore.forget(SESSION_KEY);
    inPage.set(tokens);
  }
  return tokens;
}

/** Removes the tokens, which signs out all tabs. */
export function forgetTokens(): void {
  inPage.set(null);
  deviceStore.forget(SESSION_KEY);
}

/** True if these are the same tokens. A refresh changes them. */
export function isSame(one: Tokens | null, other: Tokens | null): boolean {
  return one?.access_token === other?.access_token;
}

/** How long before its expiry an access token is renewed, in milliseconds. Calls may be slow. */
const MARGIN_MS = 30_000;
/** Upper limit for a token's lifetime in milliseconds, in case the clock was changed. */
const LONGEST_MS = 24 * 3600 * 1000;

/** When this page's access token expires (`steadyMs`). */
const expiry = new LatestMap<string, number>(1);

/** True if an access token has expired or will expire soon, by this page's monotonic clock. */
export function isStale({ access_token, expires_at }: Tokens): boolean {
  const leftMs = Math.min(Math.max(expires_at - Date.now(), 0), LONGEST_MS);
  const untilMs = expiry.get(access_token) ?? steadyMs() + leftMs;
  expiry.set(access_token, untilMs);
  return steadyMs() + MARGIN_MS >= untilMs;
}
