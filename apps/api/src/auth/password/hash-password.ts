import { hash, type Options, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';

/**
 * argon2id (the package's default) with 19 MiB and two passes, as the OWASP Password Storage Cheat
 * Sheet recommends.
 */
const HASHING = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;

const PREFIX = `$argon2id$v=19$m=${HASHING.memoryCost},t=${HASHING.timeCost},p=${HASHING.parallelism}$`;

/**
 * Normalizes a password. Keyboards compose characters differently, but the same password must
 * result in the same bytes.
 */
function composed(password: string): string {
  return password.normalize('NFC');
}

/** @returns the hash in PHC notation, with a fresh salt */
export function hashPassword(password: string): Promise<string> {
  return hash(composed(password), HASHING);
}

/**
 * A dummy hash for unknown accounts. Comparing a password with it takes as long as with a real
 * hash, but no password matches, because the salt and digest are random.
 */
export function dummyHash(): string {
  const [salt, sum] = [16, 32].map((bytes) =>
    randomBytes(bytes).toString('base64').replaceAll('=', ''),
  );
  return `${PREFIX}${salt}$${sum}`;
}

/** @param phc a hash, which includes its parameters */
export function verifyPassword(phc: string, password: string): Promise<boolean> {
  return verify(phc, composed(password));
}

/** True if a hash was made with different parameters than those for new hashes. */
export function isOutdated(phc: string): boolean {
  return !phc.startsWith(PREFIX);
}
