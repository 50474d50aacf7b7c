/** The query parameter with the requested page, set by the service worker. */
const BACK = 'back';

/**
 * Returns the path of the page to retry, which is always on this site.
 * @param search the query of the URL, with its "?"
 */
export function backPath(search: string): string {
  const path = new URLSearchParams(search).get(BACK) ?? '/';
  // "//host" and "/\host" lead to another site.
  return /^\/(?![/\\])[^\t\r\n]*$/.test(path) ? path : '/';
}
