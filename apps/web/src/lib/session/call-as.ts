import { ACCOUNT_MESSAGES } from '@dipper/contract';
import { callApi, type Schema } from '../api/api-client.js';
import { ApiFailure } from '../api/api-failure.js';
import { currentSession, publishNobody, tellNews } from './current-session.js';
import { bearing, type Ended, isRejection, refreshTokens } from './refresh-tokens.js';
import { forgetTokens, isSame, isStale, readTokens, type Tokens } from './tokens.js';

/** What the end of a session is told to a caller as. */
const sessionOver = (because: Ended) =>
  new ApiFailure('http', {
    status: 401,
    code: 'SESSION_ENDED',
    sentence: ACCOUNT_MESSAGES[because],
    isJson: true,
  });

/** Ends the session that these tokens stand for; another one that has begun meanwhile stays. */
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

/** @throws ApiFailure where there are none to be had */
async function renewed(used: Tokens): Promise<Tokens> {
  const tokens = await refreshTokens(used);
  if (typeof tokens !== 'string') {
    return tokens;
  }
  end(used, tokens);
  throw sessionOver(tokens);
}

/** The tokens for a call, renewed where they have to be; as they are where that cannot be done now. */
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

/** A fresh access token; null where nobody is signed in, or it cannot be had. */
export async function accessToken(): Promise<string | null> {
  try {
    return readTokens() === null ? null : (await freshTokens()).access_token;
  } catch {
    return null;
  }
}

/**
 * One call of the API in the name of the signed-in person. A token that is refused is renewed once,
 * and the call made again; where that is refused, too, they are signed out, and told so (specification
 * §4). A lost connection or a broken server signs nobody out.
 * @returns the reply, checked with `schema`. @throws ApiFailure, or the abort reason
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
