import { pause } from '@dipper/client';
import {
  API,
  meReplySchema,
  messageReplySchema,
  type SessionReply,
  type User,
} from '@dipper/contract';
import { provideTokens } from '../../lib/api/bearer.js';
import { callApi } from '../../lib/api/api-client.js';
import { onStoredElsewhere } from '../../lib/browser/stored-elsewhere.js';
import { createStore } from '../../lib/state/store.js';
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
import { forgetTokens, keepTokens, readTokens, type Tokens } from './session-tokens.js';

/** Aborted when the session next changes, so that replies to earlier requests are ignored. */
const turn = createStore(new AbortController());

/**
 * Starts the next turn.
 * @returns its signal
 */
function nextTurn(): AbortSignal {
  turn.get().abort();
  turn.set(new AbortController());
  return turn.get().signal;
}

/** Starts a session after a sign-in. */
export function openSession(reply: SessionReply): void {
  nextTurn();
  keepTokens(reply);
  publishUser(reply.user);
  tellNews({ type: 'chosen', user: reply.user, before: null });
}

/** Updates the signed-in account, for example after a profile change. */
export function noteUser(user: User): void {
  const { user: before } = currentSession();
  if (before !== null) {
    nextTurn();
    publishUser(user);
    tellNews({ type: 'chosen', user, before });
  }
}

/**
 * POST /api/auth/logout. The server rejects expired access tokens here. The request outlives the
 * page.
 */
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
 * Signs out in this tab and in every other one.
 * @param reason `logout` also ends the session on the server and ignores the reply;
 * `sessionExpired` shows a message
 */
export function closeSession(reason: 'logout' | 'sessionExpired' = 'logout'): void {
  nextTurn();
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

/** Asks the server who is signed in. Retries later if it does not respond. */
async function check(): Promise<void> {
  const signal = nextTurn();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      const { user } = await callAs(API.me, meReplySchema);
      if (!signal.aborted && readTokens() !== null) {
        publishUser(user);
      }
      return;
    } catch {
      if (signal.aborted || currentSession().state !== 'unknown') {
        return;
      }
      await pause(pauseMs, signal);
      if (signal.aborted) {
        return;
      }
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
  nextTurn();
  publishNobody();
}

/**
 * Starts a page's session (specification §4). The stored access token is validated, and renewed if
 * the server rejects it. If renewing fails, the session is dropped silently. From then on, all tabs
 * stay in sync.
 * @returns a cleanup function
 */
export function startSession(): () => void {
  const watched = new AbortController();
  const { signal } = watched;
  provideTokens(accessToken);
  onStoredElsewhere(SESSION_KEY, takeUp, signal);
  const onOnline = () => currentSession().state === 'unknown' && takeUp();
  window.addEventListener('online', onOnline, { signal });
  takeUp();
  return () => {
    watched.abort();
    turn.get().abort();
  };
}
