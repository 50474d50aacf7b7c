import { hkdfSync } from 'node:crypto';

/**
 * What a key is for. Never rename one: it is part of the derivation, so everything signed with its
 * key would become invalid.
 */
export type Purpose =
  | 'access token'
  | 'refresh token'
  | 'known device'
  | 'picture grant'
  | 'task id'
  | 'visitor';

/** The keys for one purpose. */
export interface KeyRing {
  /** Signs everything new. 32 bytes. */
  readonly current: Buffer;
  /** Verify signatures: the current key, then that of the previous secret if there is one. */
  readonly all: readonly Buffer[];
}

/**
 * The keys of this deployment, all derived from `SECRET` (docs/decisions/0053). A secret is replaced
 * without signing anyone out by moving the old one to `SECRET_PREVIOUS`.
 */
export class Keys {
  constructor(
    private readonly secret: string,
    private readonly previous?: string,
  ) {}

  for(purpose: Purpose): KeyRing {
    const current = deriveKey(this.secret, purpose);
    const older = this.previous === undefined ? [] : [deriveKey(this.previous, purpose)];
    return { current, all: [current, ...older] };
  }
}

/**
 * Tries the keys in turn.
 * @param read returns null if the key is not the one that something was signed with
 * @returns the first result that is not null; null if there is none
 */
export function readWithAny<T>({ all }: KeyRing, read: (key: Buffer) => T | null): T | null {
  for (const key of all) {
    const found = read(key);
    if (found !== null) {
      return found;
    }
  }
  return null;
}

/**
 * Derives a key for a single purpose (HKDF-SHA-256, RFC 5869), so that a signature made for one
 * purpose is invalid for any other.
 */
export function deriveKey(secret: string, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `dipper ${purpose}`, 32));
}
