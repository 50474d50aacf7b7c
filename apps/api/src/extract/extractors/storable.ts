/**
 * Text that a database takes: Postgres refuses NUL and halves of surrogate pairs, which pages may
 * well hold and JSON may well spell.
 */
export function storable(given: string): string {
  return given.replace(/\0/g, '').replace(/\p{Cs}/gu, '\uFFFD');
}

/** Longest names and titles, and longest descriptions that are kept of a page, characters. */
export const MAX_LINE = 1000;
export const MAX_TEXT = 50_000;

/** The first `length` characters of a text; no emoji is cut in half. */
export function beginning(given: string, length: number): string {
  return given.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
