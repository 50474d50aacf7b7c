import { createHash } from 'node:crypto';
import type { Bundle, ChosenEntry, Entry } from '../recipe.js';

/** The same text for the same entries of a list in the same quality, where they have the same names. */
export function keyOf(
  { kind, pageUrl, quality, host }: Bundle | Entry,
  entries: readonly ChosenEntry[],
): string {
  const chosen = entries.map(({ at, url }) => [at, url]);
  return createHash('sha256')
    .update(JSON.stringify([kind, pageUrl, quality, host, chosen]))
    .digest('hex');
}
