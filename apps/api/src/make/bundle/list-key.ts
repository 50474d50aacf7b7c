import type { Bundle, ChosenEntry, Entry } from '../recipe.js';

/**
 * A key that is equal for the same entries of a list in the same quality and with the same file
 * names.
 * @param language of the text files in a zip
 */
export function listKey(
  { kind, pageUrl, quality, host }: Bundle | Entry,
  entries: readonly ChosenEntry[],
  language = 'en',
): string {
  const chosen = entries.map(({ at, url }) => [at, url]);
  const others = language === 'en' ? [] : [language];
  return JSON.stringify([kind, pageUrl, quality, host, chosen, ...others]);
}
