import { detectPlatform } from './detect-platform.js';
import { httpUrl, isHostOf } from '../links/http-url.js';
import { IDENTITY_PARAMS } from './identity-params.js';
import { isShortener, outboundLink } from '../links/outbound-links.js';
import { itemName, itemOfPage } from './page-item.js';
import { PAGE_URL_RULES } from './page-url-rules.js';
import { dropTracking, keepOnly } from '../links/tracking-params.js';

/**
 * The maximum number of rewrites, because a rewritten link may match another rule (a consent page
 * around a playlist link). No chain is longer.
 */
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

/** The target of an intermediate page, if the target is on a known site. */
const unwrapped = (url: URL): URL | null => {
  const inner = outboundLink(url);
  // Accept only a shorter inner URL, so that the recursion ends.
  const target = inner && inner.href.length < url.href.length ? canonicalPageUrl(inner.href) : null;
  return target !== null && detectPlatform(target) !== null ? httpUrl(target) : null;
};

/** A path with a query in a fragment: `#/song?id=33894312`. */
const PATH_IN_FRAGMENT = /^#(\/\w[\w/]*)(\?[^#]+)/;

/**
 * Moves the item in a fragment of NetEase Music into the path, where yt-dlp also understands it.
 * Other sites' fragments don't name an item.
 */
const withItemInPath = (url: URL): URL => {
  const isRoot = url.hostname === 'music.163.com' && url.pathname === '/' && url.search === '';
  const [, path, query] = (isRoot ? PATH_IN_FRAGMENT.exec(url.hash) : null) ?? [];
  if (path === undefined || query === undefined) {
    return url;
  }
  const moved = new URL(url);
  moved.pathname = path;
  moved.search = query;
  return moved;
};

const withoutNoise = (url: URL): URL => {
  const clean = new URL(url);
  // Remove the fragment, because yt-dlp reads instructions from it (`#__youtubedl_smuggle=`).
  // Remove the credentials, because they must not be passed on.
  clean.hash = '';
  clean.username = '';
  clean.password = '';
  // Undo the escaping of a link that was copied from HTML source.
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
 * The canonical URL of a link's item: without fragment, credentials and tracking parameters, and
 * rewritten for each site into a form that yt-dlp understands. Keeps the parameters that a site
 * needs (`xsec_token`, `p`, `i`) and our own fragment for items (`#item=2`). Idempotent. Text that
 * is not an http(s) URL is returned unchanged.
 */
export const canonicalPageUrl = (url: string): string => {
  const given = httpUrl(url);
  if (given === null) {
    return url;
  }
  let current = unwrapped(given) ?? withItemInPath(given);
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
 * True if a link is a short link that must be followed, because no extractor understands it. Short
 * links that contain the id of the item are rewritten instead.
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
