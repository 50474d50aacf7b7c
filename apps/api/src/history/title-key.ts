/** Characters that decide the order of two titles; keeps index entries small. */
const KEY_LENGTH = 60;

/** The sort key of a title: case and accents removed, digits and letters in standard form. */
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
