import { hkdfSync } from 'node:crypto';

/**
 * What a key is used for. Never rename a purpose, because it is part of the derivation, and
 * everything signed with its key would become invalid.
 */
export type Purpose =
  | 'access token'
  | 'refresh token'
  | 'known device'
  | 'picture grant'
  | 'idempotent reply'
  | 'webhook secret'
  | 'podcast feed'
  | 'task id'
  | 'visitor';

/** The keys for one purpose. */
export interface KeyRing {
  /** Used for all new signatures. 32 bytes. */
  readonly current: Buffer;
  /** For verifying signatures: the current key, then the previous secret's key if there is one. */
  readonly all: readonly Buffer[];
}

/**
 * The keys of this deployment, all derived from `SECRET` (docs/decisions/0053). To replace a secret
 * without signing anyone out, move the old one to `SECRET_PREVIOUS`.
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
 * @param read returns null if the signature was not made with this key
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
