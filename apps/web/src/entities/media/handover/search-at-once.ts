/** State of a navigation inside the site that asks the home page to search its `?url=` at once. */
export const SEARCH_AT_ONCE = { searchAtOnce: true } as const;

/**
 * Whether a navigation asks for a search: a plain `?url=` only fills in the form (specification
 * §2).
 */
export function asksSearch(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'searchAtOnce' in state;
}
