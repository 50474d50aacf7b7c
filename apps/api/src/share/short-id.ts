import { randomInt } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Gives 62^10 ids: with a million links, a new id is already taken once in 10^12 times. */
const LENGTH = 10;

/** A new short link id; all 62 characters are equally likely (`randomInt`). */
export function newShortId(): string {
  return Array.from({ length: LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');
}
