/** The query parameter in which the service worker says which page was asked for. */
const BACK = 'back';

/** Where to try again: a path of this site, and nowhere else. @param search of the address, with its "?" */
export function backPath(search: string): string {
  const path = new URLSearchParams(search).get(BACK) ?? '/';
  // "//host" and "/\host" lead to another site.
  return /^\/(?![/\\])[^\t\r\n]*$/.test(path) ? path : '/';
}
