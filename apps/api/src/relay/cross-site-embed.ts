import type { IncomingHttpHeaders } from 'node:http';

/** Fetch destinations of navigations that embed a page in another. */
const INTO_A_PAGE = new Set(['iframe', 'frame', 'embed', 'object', 'fencedframe']);

/**
 * True if the browser reports, by Fetch Metadata headers, that a page of another site embeds or
 * reads this resource. Relayed media are only for visitors of this site. Following a link is not
 * embedding, and clients that don't send these headers are not browsers.
 */
export function isCrossSiteEmbed(headers: Readonly<IncomingHttpHeaders>): boolean {
  const navigates =
    headers['sec-fetch-mode'] === 'navigate' &&
    !INTO_A_PAGE.has(String(headers['sec-fetch-dest'] ?? ''));
  return headers['sec-fetch-site'] === 'cross-site' && !navigates;
}
