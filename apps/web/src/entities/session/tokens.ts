import type { SessionReply } from '@dipper/contract';
import * as z from 'zod/mini';
import { forgetDevice, readDevice, writeDevice } from '../../lib/browser/device-store.js';
import { steadyMs } from '../../lib/time/steady-ms.js';
import { SESSION_KEY } from './session-key.js';

/** Only characters valid in a header: others would make `fetch` throw. */
const tokenSchema = z.string().check(z.regex(/^[\w.~+/=-]{1,4096}$/));

const tokensSchema = z.object({
  access_token: tokenSchema,
  refresh_token: z.optional(tokenSchema),
  /**
   * Expiry of the access token, milliseconds since 1970, written and read by this device's clock. A
   * hint for other pages and tabs: the server decides.
   */
  expires_at: z.number(),
});

/** A session's tokens. In local storage (specification §3), so that all tabs share them. */
export type Tokens = Readonly<z.infer<typeof tokensSchema>>;

/** Fallback for blocked storage: the session lasts as long as the page. */
let inPage: Tokens | null = null;

function keptTokens(): Tokens | null {
  const kept = tokensSchema.safeParse(readDevice(SESSION_KEY));
  return kept.success ? kept.data : null;
}

/** This browser's tokens; null if nobody is signed in or they are damaged. */
export function readTokens(): Tokens | null {
  return inPage ?? keptTokens();
}

/** Stores the tokens of a login or refresh. @returns the stored form */
export function keepTokens(reply: Omit<SessionReply, 'user'>): Tokens {
  const { access_token, refresh_token, expires_in } = reply;
  const tokens = { access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 };
  inPage = null;
  writeDevice(SESSION_KEY, tokens);
  if (!isSame(keptTokens(), tokens)) {
    // Storage is full: the old tokens, now invalid, must not stay there.
    forgetDevice(SESSION_KEY);
    inPage = tokens;
  }
  return tokens;
}

/** Removes the tokens, which signs out all tabs. */
export function forgetTokens(): void {
  inPage = null;
  forgetDevice(SESSION_KEY);
}

/** Whether these are the same tokens; a refresh changes them. */
export function isSame(one: Tokens | null, other: Tokens | null): boolean {
  return one?.access_token === other?.access_token;
}

/**
 * Renew an access token this long before it expires, as a slow call may take a while, milliseconds.
 */
const MARGIN_MS = 30_000;
/** Upper bound of a lifetime, in case the clock was changed, milliseconds. */
const LONGEST_MS = 24 * 3600 * 1000;

let counted: { readonly of: string; readonly untilMs: number } | null = null;

/** Whether an access token has expired or soon will, by this page's monotonic clock. */
export function isStale({ access_token, expires_at }: Tokens): boolean {
  if (counted?.of !== access_token) {
    const leftMs = Math.min(Math.max(expires_at - Date.now(), 0), LONGEST_MS);
    counted = { of: access_token, untilMs: steadyMs() + leftMs };
  }
  return steadyMs() + MARGIN_MS >= counted.untilMs;
}
