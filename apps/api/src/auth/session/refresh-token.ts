import { randomBytes } from 'node:crypto';
import { hashOfSecret, readSignedBytes, signBytes } from '../../infra/keys/signed.js';

/*
 * A refresh token consists of 16 bytes of session id, 32 random bytes and 16 bytes of HMAC, in
 * base64url. The session id lets us recognize a token that was used long ago without storing all
 * tokens. The HMAC lets us reject garbage without a database query.
 */
const SESSION_BYTES = 16;
const RANDOM_BYTES = 32;
const MAC_BYTES = 16;
const BODY_BYTES = SESSION_BYTES + RANDOM_BYTES;

export interface StoredToken {
  readonly sessionId: string;
  readonly hash: string;
}

export function newSessionId(): string {
  return randomBytes(SESSION_BYTES).toString('base64url');
}

/** Makes a new token for a session, and its stored form. */
export function mintRefreshToken(
  sessionId: string,
  key: Buffer,
): { token: string; stored: StoredToken } {
  const body = Buffer.concat([Buffer.from(sessionId, 'base64url'), randomBytes(RANDOM_BYTES)]);
  const token = signBytes(body, MAC_BYTES, key);
  return { token, stored: { sessionId, hash: hashOfSecret(token) } };
}

/** The stored form of a token; null if we did not issue it. */
export function readRefreshToken(token: string, key: Buffer): StoredToken | null {
  const body = readSignedBytes(token, { bodyBytes: BODY_BYTES, macBytes: MAC_BYTES }, key);
  return body === null
    ? null
    : {
        sessionId: body.subarray(0, SESSION_BYTES).toString('base64url'),
        hash: hashOfSecret(token),
      };
}
