import { SENT } from '@dipper/site';

/**
 * Returns the URL of a submitted form on the home page, up to the link. The home page searches that
 * link at once.
 */
export function shareAddress(origin: string): string {
  return `${origin}/?${SENT}=1&url=`;
}

/** Returns the URL of a bookmarklet that submits the current page's URL. */
export function bookmarklet(origin: string): string {
  return `javascript:location.href='${shareAddress(origin)}'+encodeURIComponent(location.href)`;
}
