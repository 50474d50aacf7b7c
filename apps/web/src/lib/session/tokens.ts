import type { SessionReply } from '@dipper/contract';
import * as z from 'zod/mini';
import { forgetDevice, readDevice, writeDevice } from '../device-store.js';
import { steadyMs } from '../steady-ms.js';
import { SESSION_KEY } from './session-key.js';

/** What can stand in a header: anything else would make `fetch` throw. */
const tokenSchema = z.string().check(z.regex(/^[\w.~+/=-]{1,4096}$/));

const tokensSchema = z.object({
  access_token: tokenSchema,
  refresh_token: z.optional(tokenSchema),
  /**
   * When the access token ends, milliseconds since 1970 by the clock of this device at both ends. A
   * hint for other pages and tabs: the server has the last word.
   */
  expires_at: z.number(),
});

/** What stands for a session. Both in the local storage (specification §3), so that all tabs share it. */
export type Tokens = Readonly<z.infer<typeof tokensSchema>>;

/** Where the browser refuses its storage: then a session lives as long as its page. */
let inPage: Tokens | null = null;

function keptTokens(): Tokens | null {
  const kept = tokensSchema.safeParse(readDevice(SESSION_KEY));
  return kept.success ? kept.data : null;
}

/** The tokens of this browser; null where nobody is signed in, or what lies there is damaged. */
export function readTokens(): Tokens | null {
  return inPage ?? keptTokens();
}

/** Keeps the tokens of a login or a refresh. @returns as they are kept */
export function keepTokens(reply: Omit<SessionReply, 'user'>): Tokens {
  const { access_token, refresh_token, expires_in } = reply;
  const tokens = { access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 };
  inPage = null;
  writeDevice(SESSION_KEY, tokens);
  if (!isSame(keptTokens(), tokens)) {
    // Full: what was replaced on the server must not stay here.
    forgetDevice(SESSION_KEY);
    inPage = tokens;
  }
  return tokens;
}

/** Nobody is signed in any more, in no tab of this browser. */
export function forgetTokens(): void {
  inPage = null;
  forgetDevice(SESSION_KEY);
}

/** Whether these are the same tokens; a refresh gives others. */
export function isSame(one: Tokens | null, other: Tokens | null): boolean {
  return one?.access_token === other?.access_token;
}

/** An access token is renewed so long before it ends: a call may be long on its way. */
const MARGIN_MS = 30_000;
/** No access token is good for longer, whatever a clock that was set in between makes of it. */
const LONGEST_MS = 24 * 3600 * 1000;

let counted: { readonly of: string; readonly untilMs: number } | null = null;

/** Whether an access token has ended, or soon will, as counted by the steady clock of this page. */
export function isStale({ access_token, expires_at }: Tokens): boolean {
  if (counted?.of !== access_token) {
    const leftMs = Math.min(Math.max(expires_at - Date.now(), 0), LONGEST_MS);
    counted = { of: access_token, untilMs: steadyMs() + leftMs };
  }
  return steadyMs() + MARGIN_MS >= counted.untilMs;
}
