import type { EntryState } from '../../../site/entry-state.js';

/**
 * A link to the home page. It searches `url` immediately if it is given, and shows just the form
 * otherwise.
 */
export function searchLink(url: string | null): {
  readonly to: string;
  readonly state?: EntryState;
} {
  return url === null
    ? { to: '/' }
    : { to: `/?url=${encodeURIComponent(url)}`, state: { searchAtOnce: true } };
}
