/**
 * The state of a navigation inside the site that makes the home page search its `?url=` at once.
 */
const SEARCH_AT_ONCE = { searchAtOnce: true } as const;

/**
 * A link to the home page. If `url` is given, the home page searches it at once; otherwise it only
 * shows its form.
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
