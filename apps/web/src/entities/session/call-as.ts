import { ApiFailure, type Schema } from '@dipper/client';
import { ACCOUNT_MESSAGES } from '@dipper/contract';
import { callApi } from '../../lib/api/api-client.js';
import { currentSession, publishNobody, tellNews } from './current-session.js';
import { bearing, type Ended, isRejection, refreshTokens } from './refresh-tokens.js';
import { forgetTokens, isSame, isStale, readTokens, type Tokens } from './session-tokens.js';

/** The failure to report when the session has ended. */
const sessionOver = (because: Ended) =>
  new ApiFailure('http', {
    status: 401,
    code: 'SESSION_ENDED',
    sentence: ACCOUNT_MESSAGES[because],
    isJson: true,
  });

/** Ends the session that these tokens belong to, unless another one has started in the meantime. */
function end(tokens: Tokens | null, because: Ended): void {
  const kept = readTokens();
  if (kept !== null && !isSame(kept, tokens)) {
    return;
  }
  const wasSignedIn = currentSession().state === 'signed-in';
  forgetTokens();
  publishNobody();
  if (wasSignedIn) {
    tellNews({ type: 'ended', because });
  }
}

/**
 * Returns new tokens.
 * @throws ApiFailure if there are none
 */
async function renewed(used: Tokens): Promise<Tokens> {
  const tokens = await refreshTokens(used);
  if (typeof tokens !== 'string') {
    return tokens;
  }
  end(used, tokens);
  throw sessionOver(tokens);
}

/** Returns the tokens for a call: renewed if stale, or unchanged if they cannot be renewed now. */
async function freshTokens(): Promise<Tokens> {
  const tokens = readTokens();
  if (tokens === null) {
    end(null, 'sessionExpired');
    throw sessionOver('sessionExpired');
  }
  if (!isStale(tokens)) {
    return tokens;
  }
  return renewed(tokens).catch((error: unknown) => {
    if (isRejection(error)) {
      throw error;
    }
    return tokens;
  });
}

/** Returns a fresh access token; null if nobody is signed in or no token is available. */
export async function accessToken(): Promise<string | null> {
  try {
    return readTokens() === null ? null : (await freshTokens()).access_token;
  } catch {
    return null;
  }
}

/**
 * Calls the API as the signed-in account. If the server rejects the token, it is renewed once and
 * the call repeated. If the new token is rejected as well, the visitor is signed out with a message
 * (specification §4). A lost connection or a failing server never signs anybody out.
 * @returns the reply, validated with `schema`.
 * @throws ApiFailure, or the abort reason
 */
export async function callAs<T>(
  path: string,
  schema: Schema<T>,
  init: RequestInit = {},
): Promise<T> {
  const call = ({ access_token }: Tokens) => callApi(path, schema, bearing(access_token, init));
  const tokens = await freshTokens();
  try {
    return await call(tokens);
  } catch (error) {
    if (!isRejection(error)) {
      throw error;
    }
  }
  const others = await renewed(tokens);
  try {
    return await call(others);
  } catch (error) {
    if (isRejection(error)) {
      end(others, 'sessionExpired');
      throw sessionOver('sessionExpired');
    }
    throw error;
  }
}
