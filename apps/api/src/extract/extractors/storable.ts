/**
 * Text that a database takes: Postgres refuses NUL and halves of surrogate pairs, which pages may
 * well hold and JSON may well spell.
 */
export function storable(given: string): string {
  return given.replace(/\0/g, '').replace(/\p{Cs}/gu, '\uFFFD');
}
