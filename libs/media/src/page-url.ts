import { detectPlatform } from './detect-platform.js';
import { httpUrl, isHostOf } from './http-url.js';
import { IDENTITY_PARAMS } from './identity-params.js';
import { isShortener, outboundLink } from './outbound-links.js';
import { itemName, itemOfPage } from './page-item.js';
import { PAGE_URL_RULES } from './page-url-rules.js';
import { dropTracking, keepOnly } from './tracking-params.js';

/** A rewritten link may have a rule of its own (a consent page around a playlist link); no chain is longer. */
const MAX_REWRITES = 4;

const rewritten = (url: URL): URL | null => {
  for (const { host, path, rewrite } of PAGE_URL_RULES) {
    const applies =
      typeof host === 'string' ? isHostOf(url.hostname, host) : host.test(url.hostname);
    const match = applies ? path.exec(url.pathname) : null;
    const answer = match ? rewrite(match, url) : null;
    if (answer !== null) {
      return answer === url.href ? null : httpUrl(answer);
    }
  }
  return null;
};

/** What a page that stands between leads to, when that is of a site we know. */
const unwrapped = (url: URL): URL | null => {
  const inner = outboundLink(url);
  // Inner ones are shorter, so this ends.
  const target = inner && inner.href.length < url.href.length ? canonicalPageUrl(inner.href) : null;
  return target !== null && detectPlatform(target) !== null ? httpUrl(target) : null;
};

const withoutNoise = (url: URL): URL => {
  const clean = new URL(url);
  // yt-dlp reads orders from the fragment (`#__youtubedl_smuggle=`); a login is not ours to pass on.
  clean.hash = '';
  clean.username = '';
  clean.password = '';
  // A link copied out of a page's source.
  clean.search = clean.search.replace(/&(?:amp;)+/g, '&');
  dropTracking(clean);
  const row = IDENTITY_PARAMS.find(
    ({ host, path }) => isHostOf(clean.hostname, host) && path.test(clean.pathname),
  );
  if (row) {
    keepOnly(clean, row.keep);
  }
  return clean;
};

/**
 * The one address of the item that a link names: without fragment, login and tracking parameters,
 * rewritten per site into the shape that yt-dlp understands. What the site needs (`xsec_token`,
 * `p`, `i`) stays, and so does our own name of one of several items (`#item=2`). The same answer for its own answer; text that is no http(s) URL comes back as is.
 */
export const canonicalPageUrl = (url: string): string => {
  const given = httpUrl(url);
  if (given === null) {
    return url;
  }
  let current = unwrapped(given) ?? given;
  for (let step = 0; step < MAX_REWRITES; step += 1) {
    const next = rewritten(withoutNoise(current));
    if (next === null) {
      break;
    }
    current = next;
  }
  const page = withoutNoise(current).href;
  const item = itemName(given);
  return item === null ? page : itemOfPage(page, item);
};

/**
 * Whether a link is a short one that has to be followed to learn what it names, because no
 * extractor understands it. A short link that spells the item's id is rewritten instead.
 */
export const needsFollowing = (url: string): boolean => {
  const canonical = httpUrl(canonicalPageUrl(url));
  const platform = canonical && detectPlatform(canonical.href);
  if (!canonical || !platform) {
    return canonical !== null && isShortener(canonical);
  }
  const address = `${canonical.hostname}${canonical.pathname}`.replace(
    /^(?:www|m|mobile|web)\./,
    '',
  );
  return (
    platform.shortHosts.some((host) => isHostOf(canonical.hostname, host)) ||
    platform.shortPaths.some((path) => address.startsWith(path))
  );
};
