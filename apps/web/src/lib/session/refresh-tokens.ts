import { ACCOUNT_MESSAGES, API, sessionReplySchema, type SessionReply } from '@dipper/contract';
import { callApi } from '../api/api-client.js';
import { ApiFailure } from '../api/api-failure.js';
import { within } from '../within.js';
import { publishUser } from './current-session.js';
import { oneAtATime } from './one-at-a-time.js';
import { isSame, keepTokens, readTokens, type Tokens } from './tokens.js';

/** A server that takes the call and never answers it must not keep other tabs waiting. */
const PATIENCE_MS = 10_000;

/** A call with a token. */
export function bearing(token: string, init: RequestInit = {}): RequestInit {
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${token}`);
  return { ...init, headers };
}

/** Whether the server refused a token: all else says nothing about the session. */
export function isRejection(error: unknown): boolean {
  return error instanceof ApiFailure && error.reply.status === 401;
}

/** Whether the server may have taken the call all the same. */
function isLost(error: unknown): boolean {
  return (
    error instanceof ApiFailure && (error.kind !== 'http' || (error.reply.status ?? 500) >= 500)
  );
}

/**
 * POST /api/auth/refresh-token. The token is used up by it; a reply that was lost is fetched at once
 * with the same token, for which the server has a leeway.
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

/** Why there are no other tokens: the session is over. */
export type Ended = 'sessionExpired' | 'noRefreshToken';

/** A failed refresh in the words of specification §8, where the server has none. */
function worded(error: unknown): unknown {
  const { kind, reply } = error instanceof ApiFailure ? error : { kind: null, reply: {} };
  return kind === 'http' && reply.sentence === undefined && reply.isJson === true
    ? new ApiFailure(kind, { ...reply, sentence: ACCOUNT_MESSAGES.refreshFailed }, { cause: error })
    : error;
}

/**
 * Tokens in the place of ones that are, or soon will be, refused: those that another tab has got
 * meanwhile, or new ones.
 * @throws ApiFailure where that could not be found out, which ends no session
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
        // Somebody has signed out, or in, meanwhile.
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
