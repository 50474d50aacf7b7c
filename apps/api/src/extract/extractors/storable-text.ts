/**
 * Makes text storable: Postgres refuses NUL and lone surrogates, which pages and JSON may contain.
 */
export function storableText(given: string): string {
  return given.replace(/\0/g, '').toWellFormed();
}

/** The maximum lengths of a page's titles and names, and of its descriptions, in characters. */
export const MAX_LINE = 1000;
export const MAX_TEXT = 50_000;

/** The first `length` characters of a text, without half an emoji at the end. */
export function firstCharacters(given: string, length: number): string {
  return given.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
