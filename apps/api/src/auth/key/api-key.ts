import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { hashOfSecret } from '../../infra/keys/signed.js';

/*
 * An API key is `dip_`, 43 random base62 characters (256 bits) and a checksum of six more. A double
 * click selects the whole key, because it contains only word characters.
 */
const KEY_PREFIX = 'dip_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${KEY_PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{6})$`);
/** How much of a key is stored and shown. More than 230 bits remain secret. */
const SHOWN_LENGTH = KEY_PREFIX.length + 4;

/** The parts of a key that the database stores. */
export interface StoredKey {
  readonly hash: string;
  readonly prefix: string;
}

export function mintApiKey(): StoredKey & { readonly key: string } {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(62)]).join('');
  const key = `${KEY_PREFIX}${random}${checksum(random)}`;
  return { key, hash: hashOfSecret(key), prefix: key.slice(0, SHOWN_LENGTH) };
}

/** The hash of a key; null if the text is not a key, for example because a character is missing. */
export function hashOfApiKey(key: string): string | null {
  const [, random = '', shown] = FORM.exec(key) ?? [];
  return shown === checksum(random) ? hashOfSecret(key) : null;
}

/**
 * True if an Authorization header contains an API key, even a damaged one, or with another scheme.
 * The request must then be refused, not treated as an anonymous visitor's. None of our other tokens
 * contains these letters after such a character.
 */
export function presentsApiKey(authorization: string | undefined): boolean {
  return /(?:^|[\s"'=])dip_/i.test(authorization ?? '');
}

function checksum(random: string): string {
  let rest = crc32(random);
  let text = '';
  while (text.length < CHECKSUM_LENGTH) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
