/** The query parameter with the requested page, set by the service worker. */
const BACK = 'back';

/** The path to retry, limited to this site. @param search of the URL, with its "?" */
export function backPath(search: string): string {
  const path = new URLSearchParams(search).get(BACK) ?? '/';
  // "//host" and "/\host" lead to another site.
  return /^\/(?![/\\])[^\t\r\n]*$/.test(path) ? path : '/';
}
