import { randomInt } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^10: among a million links, one more meets an id that is taken once in 10^12 times. */
const LENGTH = 10;

/** A new id for a short link; each of the 62 letters is as likely as the others (`randomInt`). */
export function newShortId(): string {
  return Array.from({ length: LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');
}
