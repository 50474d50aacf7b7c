import { type PageKind, pageKind } from './page-kinds.js';

/**
 * The part of a query that a page of this kind reads: either '', or the parameters in their
 * original order with the question mark. If it is '', the page is the same for everyone, and can be
 * indexed and cached.
 */
export function canonicalSearch(search: string, kind: PageKind): string {
  const { query } = pageKind(kind);
  const read = [...new URLSearchParams(search)].filter(([name]) => query.includes(name));
  return read.length === 0 ? '' : `?${new URLSearchParams(read).toString()}`;
}
