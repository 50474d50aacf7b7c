/** Navigation state that makes the home page search its `?url=` at once. */
const SEARCH_AT_ONCE = { searchAtOnce: true } as const;

/**
 * A link to the home page, which searches `url` at once if it is given, and shows just its form
 * otherwise.
 */
export function searchLink(url: string | null): {
  readonly to: string;
  readonly state?: typeof SEARCH_AT_ONCE;
} {
  return url === null
    ? { to: '/' }
    : { to: `/?url=${encodeURIComponent(url)}`, state: SEARCH_AT_ONCE };
}

/**
 * True if a navigation requests a search. A plain `?url=` only fills in the form (specification
 * §2).
 */
export function asksSearch(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'searchAtOnce' in state;
}
