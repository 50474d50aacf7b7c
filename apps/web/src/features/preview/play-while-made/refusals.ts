import { LatestMap } from '../../../lib/state/latest-map.js';

/** The origins whose streams this browser could not read since the page was loaded. */
const refused = new LatestMap<string, true>(50);

const originOf = (url: string) => new URL(url, window.location.href).origin;

/**
 * Notes that a site doesn't let this browser read its streams. That holds for the site's other
 * files as well, so we no longer offer to play them.
 */
export function noteRefusal(url: string): void {
  refused.set(originOf(url), true);
}

/** True if a stream of the same site was refused. */
export function wasRefused(url: string): boolean {
  return refused.has(originOf(url));
}
