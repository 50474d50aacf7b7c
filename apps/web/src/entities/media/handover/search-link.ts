/**
 * The state of a navigation inside the site that makes the home page search its `?url=` at once.
 */
const SEARCH_AT_ONCE = { searchAtOnce: true } as const;

/**
 * A link to the home page. The home page searches the formats of `url` at once, or only shows its
 * form if `url` is null.
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
