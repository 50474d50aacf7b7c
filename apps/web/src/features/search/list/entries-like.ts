import type { ListEntry } from '@dipper/contract';

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Returns the entries whose title, author and URL together contain all the words, ignoring case and
 * diacritics.
 */
export function entriesLike(entries: readonly ListEntry[], sought: string): readonly ListEntry[] {
  const words = plain(sought).split(/\s+/).filter(Boolean);
  return words.length === 0
    ? entries
    : entries.filter(({ title, uploader, url }) => {
        const text = plain([title, uploader, url].join(' '));
        return words.every((word) => text.includes(word));
      });
}
