/** So many characters decide the order of two titles: an index entry stays small. */
const KEY_LENGTH = 60;

/** What a title is sorted by: without case and accents, digits and letters as they are everywhere. */
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
