import { detectPlatform } from './detect-platform.js';
import { httpUrl, isHostOf } from './http-url.js';
import { IDENTITY_PARAMS, PAGE_URL_RULES } from './page-url-rules.js';
import { dropTracking, keepOnly } from './tracking-params.js';

/** A rewritten link may have a rule of its own (a consent page around a playlist link); no chain is longer. */
const MAX_REWRITES = 4;

const rewritten = (url: URL): URL | null => {
  for (const { host, path, rewrite } of PAGE_URL_RULES) {
    const match = isHostOf(url.hostname, host) ? path.exec(url.pathname) : null;
    const answer = match ? rewrite(match, url) : null;
    if (answer !== null) {
      return answer === url.href ? null : httpUrl(answer);
    }
  }
  return null;
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
 * `p`, `i`) stays. The same answer for its own answer; text that is no http(s) URL comes back as is.
 */
export const canonicalPageUrl = (url: string): string => {
  let current = httpUrl(url);
  if (current === null) {
    return url;
  }
  for (let step = 0; step < MAX_REWRITES; step += 1) {
    const next = rewritten(withoutNoise(current));
    if (next === null) {
      break;
    }
    current = next;
  }
  return withoutNoise(current).href;
};

/**
 * Whether a link is a short one that has to be followed to learn what it names, because no
 * extractor understands it. A short link that spells the item's id is rewritten instead.
 */
export const needsFollowing = (url: string): boolean => {
  const canonical = httpUrl(canonicalPageUrl(url));
  const platform = canonical && detectPlatform(canonical.href);
  if (!canonical || !platform) {
    return false;
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
