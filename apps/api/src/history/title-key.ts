/** The number of characters that decide the order of two titles. Keeps index entries small. */
const KEY_LENGTH = 60;

/**
 * The sort key of a title: without case and accents, and with digits and letters in their standard
 * form.
 */
export function titleKey(title: string): string {
  const folded = title
    .slice(0, 4 * KEY_LENGTH)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return [...folded].slice(0, KEY_LENGTH).join('');
}
