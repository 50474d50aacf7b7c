import { SENT } from '@dipper/site';

/** Returns the start of a URL that makes the home page search the link appended to it. */
export function shareAddress(origin: string): string {
  return `${origin}/?${SENT}=1&url=`;
}

/** Returns the URL of a bookmarklet that submits the current page's URL. */
export function bookmarklet(origin: string): string {
  return `javascript:location.href='${shareAddress(origin)}'+encodeURIComponent(location.href)`;
}
