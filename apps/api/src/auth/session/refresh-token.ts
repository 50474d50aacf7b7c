import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/*
 * A refresh token consists of 16 bytes of session id, 32 random bytes and 16 bytes of HMAC, in
 * base64url. With the session id we can recognize a token that was used long ago without storing
 * all of them. The HMAC lets us reject garbage without a database query.
 */
const SESSION_BYTES = 16;
const RANDOM_BYTES = 32;
const MAC_BYTES = 16;
const BODY_BYTES = SESSION_BYTES + RANDOM_BYTES;

export interface StoredToken {
  readonly sessionId: string;
  /** SHA-256, base64url. No stronger hash is needed for 256 random bits. */
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
  const token = Buffer.concat([body, mac(body, key)]).toString('base64url');
  return { token, stored: { sessionId, hash: hashOf(token) } };
}

/** The stored form of a token; null if we did not issue it. */
export function readRefreshToken(token: string, key: Buffer): StoredToken | null {
  const bytes = Buffer.from(token, 'base64url');
  // Node also decodes other spellings of the same bytes, so compare the spelling.
  if (bytes.length !== BODY_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) {
    return null;
  }
  const body = bytes.subarray(0, BODY_BYTES);
  if (!timingSafeEqual(bytes.subarray(BODY_BYTES), mac(body, key))) {
    return null;
  }
  return {
    sessionId: body.subarray(0, SESSION_BYTES).toString('base64url'),
    hash: hashOf(token),
  };
}

function mac(body: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
