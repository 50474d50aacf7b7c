import { canonicalPageUrl, isHostOf, parseUrl } from '@dipper/media';

/** Domains that were renamed. Links to the old name still work. */
const RENAMED: Readonly<Record<string, string>> = { 'twitter.com': 'x.com' };

/** Returns the host without "www.", under its site's current name. */
export function hostOf(hostname: string): string {
  const host = hostname.replace(/\.$/, '').replace(/^www\./, '');
  const old = Object.keys(RENAMED).find((domain) => isHostOf(host, domain));
  return old === undefined ? host : host.slice(0, -old.length) + RENAMED[old];
}

/**
 * Returns the address without its scheme, "www.", port and fragment, with percent-encoding decoded,
 * so that other spellings of a link can't bypass the list.
 */
export function addressOf({ hostname, pathname, search }: URL): string {
  let path = pathname + search;
  try {
    path = decodeURIComponent(path);
  } catch {
    // This is not UTF-8, but the text can still be compared without decoding.
  }
  return hostOf(hostname) + path;
}

/** Returns a URL and its canonical form, which is the same for all links to an item. */
export function spellingsOf(url: URL): readonly URL[] {
  const canonical = parseUrl(canonicalPageUrl(url.href));
  return canonical === null ? [url] : [url, canonical];
}

/**
 * Patterns for links to one item whose canonical URLs still differ. All links to an item become one
 * address.
 */
const ITEM_PATHS: readonly { host: string; path: RegExp; item: string }[] = [
  { host: 'tiktok.com', path: /^\/@[^/]*\/(?:video|photo)\/(\d+)/, item: '/video/' },
  {
    host: 'tiktok.com',
    path: /^\/(?:embed(?:\/v\d+)?|v|player\/v1)\/(\d+)(?:\.html)?\/?$/,
    item: '/video/',
  },
  { host: 'x.com', path: /^\/(?:i\/web|[^/]+)\/status(?:es)?\/(\d+)/, item: '/status/' },
];

/** Parameters that do not identify items: keys, and the position within an item. */
const EXTRA_PARAMS: readonly { host: string; param: RegExp }[] = [
  { host: 'xiaohongshu.com', param: /^xsec_\w+=/ },
  { host: 'rednote.com', param: /^xsec_\w+=/ },
  { host: 'vimeo.com', param: /^h=/ },
  { host: 'instagram.com', param: /^img_index=/ },
  { host: 'bilibili.com', param: /^p=1$/ },
];

/** Parameters that usually identify the item, as in `watch?v=ID`. */
const ID_PARAM = /^(?:\w*id|v|vid\w*|url|[ilpqtu]|list|key|\w*token)$/i;
/** Sites that use these parameters only for a part of an item. */
const PART_PARAM: readonly { host: string; param: RegExp }[] = [
  { host: 'bilibili.com', param: /^p$/ },
];

/**
 * Returns the addresses by which a rule for one page may identify a link's item: exact, and without
 * the query unless the query identifies the item.
 * @param url canonical or not
 */
export function pageAddressesOf(url: string): readonly string[] {
  const page = parseUrl(canonicalPageUrl(url));
  if (page === null) {
    return [url];
  }
  page.hostname = hostOf(page.hostname);
  if (isHostOf(page.hostname, 'youtube.com')) {
    page.hostname = 'youtube.com';
  }
  const at = <Row extends { readonly host: string }>({ host }: Row): boolean =>
    isHostOf(page.hostname, host);
  for (const { path, item } of ITEM_PATHS.filter(at)) {
    const id = path.exec(page.pathname)?.[1];
    if (id !== undefined) {
      return [`${hostOf(page.hostname).split('.').slice(-2).join('.')}${item}${id}`];
    }
  }
  const extra = EXTRA_PARAMS.filter(at);
  const kept = [...page.searchParams].filter(
    ([name, value]) => !extra.some(({ param }) => param.test(`${name}=${value}`)),
  );
  page.search = String(new URLSearchParams(kept));
  const part = PART_PARAM.filter(at);
  const isIdentity = ([name]: [string, string]): boolean =>
    ID_PARAM.test(name) && !part.some(({ param }) => param.test(name));
  const own = addressOf(page).replace(/\/$/, '');
  if (page.search === '' || page.pathname === '/' || kept.some(isIdentity)) {
    return [own];
  }
  page.search = '';
  return [own, addressOf(page).replace(/\/$/, '')];
}
