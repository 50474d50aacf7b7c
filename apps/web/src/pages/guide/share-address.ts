import { SENT } from '@dipper/site';

/** The URL of a submitted form on the home page, up to the link, which is searched at once. */
export function shareAddress(origin: string): string {
  return `${origin}/?${SENT}=1&url=`;
}

/** The URL of a bookmarklet that submits the current page's URL. */
export function bookmarklet(origin: string): string {
  return `javascript:location.href='${shareAddress(origin)}'+encodeURIComponent(location.href)`;
}
