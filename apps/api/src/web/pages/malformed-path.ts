import type { NextFunction, Request, Response } from 'express';

/** True if a path's percent-encoding is complete and valid UTF-8. */
function isWellFormed(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Encodes a malformed path ("/%zz") once more. No page has the resulting name, so the visitor gets
 * our 404 page instead of an error from Express.
 */
export function withWellFormedPath(url: string): string {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  return isWellFormed(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length);
}

/** Repairs the URLs of pages before routing. `originalUrl` stays unchanged. */
export function mendPath(request: Request, _response: Response, next: NextFunction): void {
  request.url = withWellFormedPath(request.url);
  next();
}
