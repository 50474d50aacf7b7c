import type { IncomingHttpHeaders } from 'node:http';

/** Destinations of navigations that embed a page in another. */
const INTO_A_PAGE = new Set(['iframe', 'frame', 'embed', 'object', 'fencedframe']);

/**
 * True when a browser says that another site's page embeds or reads this (Fetch Metadata): relayed
 * media are for visitors of this site. Following a link is not embedding, and clients without these
 * headers are not browsers.
 */
export function isCrossSiteEmbed(headers: Readonly<IncomingHttpHeaders>): boolean {
  const navigates =
    headers['sec-fetch-mode'] === 'navigate' &&
    !INTO_A_PAGE.has(String(headers['sec-fetch-dest'] ?? ''));
  return headers['sec-fetch-site'] === 'cross-site' && !navigates;
}
