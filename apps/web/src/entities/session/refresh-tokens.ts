import { ApiFailure, within } from '@dipper/client';
import { ACCOUNT_MESSAGES, API, type SessionReply, sessionReplySchema } from '@dipper/contract';
import { callApi } from '../../lib/api/api-client.js';
import { publishUser } from './current-session.js';
import { isSame, keepTokens, readTokens, type Tokens } from './session-tokens.js';
import { createStore } from '../../lib/state/store.js';

/** In milliseconds. A server that never responds must not block other tabs. */
const PATIENCE_MS = 10_000;

export function bearing(token: string, init: RequestInit = {}): RequestInit {
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${token}`);
  return { ...init, headers };
}

/** True if the server rejected a token. Other errors say nothing about the session. */
export function isRejection(error: unknown): boolean {
  return error instanceof ApiFailure && error.reply.status === 401;
}

/** True if the server may have processed the call despite the error. */
function isLost(error: unknown): boolean {
  return (
    error instanceof ApiFailure && (error.kind !== 'http' || (error.reply.status ?? 500) >= 500)
  );
}

/**
 * POST /api/auth/refresh-token. The call consumes the token. If the reply is lost, the same token
 * is sent again immediately; the server accepts it for a grace period.
 * @throws ApiFailure
 */
export async function exchange(refreshToken: string): Promise<SessionReply> {
  const call = () =>
    within(PATIENCE_MS, (signal) =>
      callApi(
        API.refreshToken,
        sessionReplySchema,
        bearing(refreshToken, { method: 'POST', signal }),
      ),
    );
  return call().catch((error: unknown) => {
    if (isLost(error)) {
      return call();
    }
    throw error;
  });
}

/** Why a session ended. */
export type Ended = 'sessionExpired' | 'noRefreshToken';

/** Adds the message from specification §8 to a failed refresh that has none. */
function worded(error: unknown): unknown {
  const { kind, reply } = error instanceof ApiFailure ? error : { kind: null, reply: {} };
  return kind === 'http' && reply.sentence === undefined && reply.isJson === true
    ? new ApiFailure(kind, { ...reply, sentence: ACCOUNT_MESSAGES.refreshFailed }, { cause: error })
    : error;
}

/**
 * Replaces rejected or expiring tokens, with those that another tab has received in the meantime or
 * with new ones.
 * @throws ApiFailure if the refresh failed without ending the session
 */
export function refreshTokens(used: Tokens): Promise<Tokens | Ended> {
  return oneAtATime(async () => {
    const kept = readTokens();
    if (kept === null) {
      return 'sessionExpired';
    }
    if (!isSame(kept, used)) {
      return kept;
    }
    if (kept.refresh_token === undefined) {
      return 'noRefreshToken';
    }
    try {
      const reply = await exchange(kept.refresh_token);
      if (!isSame(readTokens(), used)) {
        // The visitor has signed out or signed in again in the meantime.
        return readTokens() ?? 'sessionExpired';
      }
      publishUser(reply.user);
      return keepTokens(reply);
    } catch (error) {
      if (isRejection(error)) {
        return 'sessionExpired';
      }
      throw worded(error);
    }
  });
}

const NAME = 'session';

/**
 * How long to wait for a lock held by a frozen tab, in milliseconds. After that, the server's grace
 * period covers the race.
 */
const LOCK_PATIENCE_MS = 10_000;

/** The last call in this page. */
const last = createStore<Promise<unknown>>(Promise.resolve());

/** Serializes calls within this page. */
function withinPage<T>(call: () => Promise<T>): Promise<T> {
  const turn = last.get().then(call);
  last.set(turn.catch(() => undefined));
  return turn;
}

/**
 * Runs calls one at a time across all tabs of this browser. If locks are missing or refused, this
 * holds only within the page.
 */
async function oneAtATime<T>(call: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) {
    return withinPage(call);
  }
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), LOCK_PATIENCE_MS);
  let result: Promise<T> | null = null;
  try {
    await locks.request(NAME, { signal: waiting.signal }, () => {
      clearTimeout(timer);
      result = call();
      // Hold the lock until the call ends. Its outcome is returned below.
      return result.catch(() => undefined);
    });
  } catch {
    // The lock was refused or timed out.
  } finally {
    clearTimeout(timer);
  }
  return result ?? withinPage(call);
}
