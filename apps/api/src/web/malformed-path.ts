import type { NextFunction, Request, Response } from 'express';

/** Whether the percent-encodings of a path are whole and UTF-8. */
function isWellFormed(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * An address with its path encoded once more where it is malformed ("/%zz"): no page has such a name,
 * so that the visitor gets the page that says so, as in the browser, and not Express's refusal.
 */
export function withWellFormedPath(url: string): string {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  return isWellFormed(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length);
}

/** Mends the addresses of pages before they are matched; `originalUrl` stays as it was asked. */
export function mendPath(request: Request, _response: Response, next: NextFunction): void {
  request.url = withWellFormedPath(request.url);
  next();
}
