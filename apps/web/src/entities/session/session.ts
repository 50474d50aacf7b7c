import {
  API,
  meReplySchema,
  messageReplySchema,
  type SessionReply,
  type User,
} from '@dipper/contract';
import { provideTokens } from '../../lib/api/bearer.js';
import { callApi } from '../../lib/api/api-client.js';
import { accessToken, callAs } from './call-as.js';
import {
  currentSession,
  publishNobody,
  publishUnknown,
  publishUser,
  tellNews,
} from './current-session.js';
import { bearing, exchange, isRejection } from './refresh-tokens.js';
import { SESSION_KEY } from './session-key.js';
import { forgetTokens, keepTokens, readTokens, type Tokens } from './tokens.js';

/** Counts changes of the session, so that replies from before a change are ignored. */
let turn = 0;

/** Starts a session after a sign-in. */
export function openSession(reply: SessionReply): void {
  turn += 1;
  keepTokens(reply);
  publishUser(reply.user);
  tellNews({ type: 'chosen', user: reply.user, before: null });
}

/** Updates the signed-in account, e.g. after a profile change. */
export function noteUser(user: User): void {
  const { user: before } = currentSession();
  if (before !== null) {
    turn += 1;
    publishUser(user);
    tellNews({ type: 'chosen', user, before });
  }
}

/** POST /api/auth/logout, which rejects expired tokens. Outlives the page. */
async function endOnServer({ access_token, refresh_token }: Tokens): Promise<void> {
  const call = (token: string) =>
    callApi(API.logout, messageReplySchema, bearing(token, { method: 'POST', keepalive: true }));
  try {
    await call(access_token);
  } catch (error) {
    if (isRejection(error) && refresh_token !== undefined) {
      await call((await exchange(refresh_token)).access_token);
    }
  }
}

/**
 * Signs out, here and in every other tab.
 * @param reason `logout` also ends the session on the server, whose reply is ignored;
 *   `sessionExpired` shows a message
 */
export function closeSession(reason: 'logout' | 'sessionExpired' = 'logout'): void {
  turn += 1;
  const tokens = readTokens();
  forgetTokens();
  publishNobody();
  if (reason === 'sessionExpired') {
    tellNews({ type: 'ended', because: reason });
  } else if (tokens !== null) {
    void endOnServer(tokens).catch(() => undefined);
  }
}

const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 120_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks the server who is signed in; retries later if it does not answer. */
async function check(pauseMs = FIRST_PAUSE_MS): Promise<void> {
  const asked = ++turn;
  clearTimeout(timer);
  try {
    const { user } = await callAs(API.me, meReplySchema);
    if (asked === turn && readTokens() !== null) {
      publishUser(user);
    }
  } catch {
    if (asked === turn && currentSession().state === 'unknown') {
      timer = setTimeout(() => void check(Math.min(2 * pauseMs, LONGEST_PAUSE_MS)), pauseMs);
    }
  }
}

/** Starts or ends the session to match the stored tokens, which another tab may have changed. */
function takeUp(): void {
  if (readTokens() !== null) {
    if (currentSession().state === 'anonymous') {
      publishUnknown();
    }
    void check();
    return;
  }
  turn += 1;
  clearTimeout(timer);
  publishNobody();
}

/**
 * Starts a page's session (specification §4): validates the stored access token, renews it if
 * rejected, and silently drops it if that fails. From then on tabs stay in sync.
 * @returns a cleanup function
 */
export function startSession(): () => void {
  const watched = new AbortController();
  const { signal } = watched;
  provideTokens(accessToken);
  const onStorage = ({ key }: StorageEvent) => {
    // A null key means that the storage was cleared.
    if (key === SESSION_KEY || key === null) {
      takeUp();
    }
  };
  window.addEventListener('storage', onStorage, { signal });
  // A page from the back/forward cache has missed storage events.
  window.addEventListener('pageshow', ({ persisted }) => persisted && takeUp(), { signal });
  const onOnline = () => currentSession().state === 'unknown' && takeUp();
  window.addEventListener('online', onOnline, { signal });
  takeUp();
  return () => {
    watched.abort();
    clearTimeout(timer);
  };
}
