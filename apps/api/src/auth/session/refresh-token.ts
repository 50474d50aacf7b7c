import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/*
 * A refresh token is 16 bytes of its session's id, 32 random bytes and 16 bytes of an HMAC, in
 * base64url. The session's id lets a token be known as one that was used long ago without keeping
 * them all; the HMAC tells ours from rubbish without asking the database.
 */
const SESSION_BYTES = 16;
const RANDOM_BYTES = 32;
const MAC_BYTES = 16;
const BODY_BYTES = SESSION_BYTES + RANDOM_BYTES;

/** A refresh token as it is stored. */
export interface StoredToken {
  readonly sessionId: string;
  /** SHA-256, base64url: enough for 256 random bits. */
  readonly hash: string;
}

/** The id of a new session. */
export function newSessionId(): string {
  return randomBytes(SESSION_BYTES).toString('base64url');
}

/** A new token of a session, and what is stored of it. */
export function mintRefreshToken(
  sessionId: string,
  key: Buffer,
): { token: string; stored: StoredToken } {
  const body = Buffer.concat([Buffer.from(sessionId, 'base64url'), randomBytes(RANDOM_BYTES)]);
  const token = Buffer.concat([body, mac(body, key)]).toString('base64url');
  return { token, stored: { sessionId, hash: hashOf(token) } };
}

/** What a token is stored as; null for what is none of ours. */
export function readRefreshToken(token: string, key: Buffer): StoredToken | null {
  const bytes = Buffer.from(token, 'base64url');
  // Node reads other spellings of the same bytes, too.
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
