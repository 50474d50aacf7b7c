import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** How a signed text is divided, in bytes. */
interface SignedShape {
  readonly bodyBytes: number;
  readonly macBytes: number;
}

/**
 * Appends an HMAC-SHA-256 to bytes.
 * @param macBytes the length to which it is truncated
 * @param key derived for this purpose only
 * @returns base64url
 */
export function signBytes(body: Buffer, macBytes: number, key: Buffer): string {
  return Buffer.concat([body, hmac(body, macBytes, key)]).toString('base64url');
}

/** The bytes that were signed; null if the text was not signed with this key. */
export function readSignedBytes(
  text: string,
  { bodyBytes, macBytes }: SignedShape,
  key: Buffer,
): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  // Node also decodes other base64 spellings of the same bytes, so compare the text.
  if (bytes.length !== bodyBytes + macBytes || bytes.toString('base64url') !== text) {
    return null;
  }
  const body = bytes.subarray(0, bodyBytes);
  return timingSafeEqual(bytes.subarray(bodyBytes), hmac(body, macBytes, key)) ? body : null;
}

/**
 * An HMAC-SHA-256 of several values, which JSON separates unambiguously.
 * @param macBytes the length to which it is truncated
 * @param key derived for this purpose only
 * @returns base64url
 */
export function macOf(parts: readonly (string | number)[], macBytes: number, key: Buffer): string {
  return hmac(JSON.stringify(parts), macBytes, key).toString('base64url');
}

/**
 * Compares MACs in a time that does not depend on where they differ. Compares their text, because
 * base64 can spell the last byte in several ways, and only one of them is valid.
 */
export function isSameMac(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/**
 * The form in which the database stores a secret of 256 random bits, for which no stronger hash is
 * needed: SHA-256, base64url.
 */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

function hmac(body: Buffer | string, macBytes: number, key: Buffer): Buffer {
  return createHmac('sha256', key).update(body).digest().subarray(0, macBytes);
}
