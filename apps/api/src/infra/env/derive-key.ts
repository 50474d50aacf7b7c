import { hkdfSync } from 'node:crypto';

/**
 * A key for one purpose (HKDF-SHA-256, RFC 5869), so that what is signed for one is worth nothing
 * for another.
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `dipper ${purpose}`, 32));
}
