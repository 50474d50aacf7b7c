import { hkdfSync } from 'node:crypto';

/**
 * Derives a key for a single purpose (HKDF-SHA-256, RFC 5869), so that a signature made for one
 * purpose is invalid for any other.
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `dipper ${purpose}`, 32));
}
