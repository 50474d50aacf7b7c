import { SENT } from '@dipper/site';

/** The home page as its form asks for it, up to the link: it is read at once. */
export function shareAddress(origin: string): string {
  return `${origin}/?${SENT}=1&url=`;
}

/** A bookmark's address that hands over the page it is pressed on. */
export function bookmarklet(origin: string): string {
  return `javascript:location.href='${shareAddress(origin)}'+encodeURIComponent(location.href)`;
}
