import {
  API,
  meReplySchema,
  messageReplySchema,
  type SessionReply,
  type User,
} from '@dipper/contract';
import { provideTokens } from '../api/bearer.js';
import { callApi } from '../api/api-client.js';
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

/** Counts what has been found out or done about the session: a late reply is no news after that. */
let turn = 0;

/** Somebody has signed in here. */
export function openSession(reply: SessionReply): void {
  turn += 1;
  keepTokens(reply);
  publishUser(reply.user);
  tellNews({ type: 'chosen', user: reply.user, before: null });
}

/** Takes up what the server said about the signed-in person, as after a change of the profile. */
export function noteUser(user: User): void {
  const { user: before } = currentSession();
  if (before !== null) {
    turn += 1;
    publishUser(user);
    tellNews({ type: 'chosen', user, before });
  }
}

/** POST /api/auth/logout, which takes no token that has ended. Outlives the page. */
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
 * @param reason why: `logout` also ends the session on the server, whose answer changes nothing;
 *   `sessionExpired` is told.
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

/** Asks who is signed in; asks again later where nobody could say. */
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

/** Begins, or ends, what the tokens of this browser say: another tab may have changed them. */
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
 * Starts the session of a page (specification §4): a stored access token is checked, renewed when it
 * is refused, and given up silently where that fails. From then on tabs are kept alike.
 * @returns ends it
 */
export function startSession(): () => void {
  const watched = new AbortController();
  const { signal } = watched;
  provideTokens(accessToken);
  const onStorage = ({ key }: StorageEvent) => {
    // null: everything was cleared.
    if (key === SESSION_KEY || key === null) {
      takeUp();
    }
  };
  window.addEventListener('storage', onStorage, { signal });
  // A page out of the browser's own history has missed what other tabs did.
  window.addEventListener('pageshow', ({ persisted }) => persisted && takeUp(), { signal });
  const onOnline = () => currentSession().state === 'unknown' && takeUp();
  window.addEventListener('online', onOnline, { signal });
  takeUp();
  return () => {
    watched.abort();
    clearTimeout(timer);
  };
}
