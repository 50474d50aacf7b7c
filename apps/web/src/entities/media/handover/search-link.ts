/** State of a navigation inside the site that asks the home page to search its `?url=` at once. */
const SEARCH_AT_ONCE = { searchAtOnce: true } as const;

/** A link to the home page, which searches a page's formats at once, or shows its form for null. */
export function searchLink(url: string | null): {
  readonly to: string;
  readonly state?: typeof SEARCH_AT_ONCE;
} {
  return url === null
    ? { to: '/' }
    : { to: `/?url=${encodeURIComponent(url)}`, state: SEARCH_AT_ONCE };
}

/**
 * Whether a navigation asks for a search: a plain `?url=` only fills in the form (specification
 * §2).
 */
export function asksSearch(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'searchAtOnce' in state;
}
