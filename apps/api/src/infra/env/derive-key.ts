import { hkdfSync } from 'node:crypto';

/**
 * Derives a key for one purpose (HKDF-SHA-256, RFC 5869), so that a signature for one is worthless
 * for another.
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `dipper ${purpose}`, 32));
}
