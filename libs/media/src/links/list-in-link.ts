import { httpUrl, isHostOf } from './http-url.js';
import { outboundLink } from './outbound-links.js';
import { itemName, pageOfItem } from '../platforms/page-item.js';
import { canonicalPageUrl } from '../platforms/page-url.js';

interface ListRule {
  /** Compared with the host of the item's canonical URL. */
  readonly host: string;
  readonly path: RegExp;
  /** @param given the pasted link @param item the item's canonical URL */
  readonly list: (given: URL, item: URL) => string | null;
}

/**
 * Lists that can't be fetched: endless personal mixes (`RD`, except YouTube Music's editorial
 * `RDCLAK`), unnamed lists (`TL`, `UL`), and a visitor's own lists (watch later, liked, queue).
 */
const NO_LIST = /^(?:RD(?!CLAK)|TL|UL|WL|LL|LM|QL)/;
const LIST_ID = /^[\w-]{2,128}$/;

const youtube = (given: URL, item: URL): string | null => {
  const id = given.searchParams.get('list') ?? '';
  return LIST_ID.test(id) && !NO_LIST.test(id)
    ? `https://${item.hostname}/playlist?list=${id}`
    : null;
};

const withoutQuery = ({ origin, pathname }: URL): string => `${origin}${pathname}`;

const RULES: readonly ListRule[] = [
  { host: 'youtube.com', path: /^\/watch$/, list: youtube },
  {
    host: 'soundcloud.com',
    path: /^\/[\w-]+\/[\w-]+/,
    list: ({ searchParams }) => {
      const set = /^[\w-]+\/sets\/[\w-]+(?:\/s-\w+)?$/.exec(searchParams.get('in') ?? '')?.[0];
      return set === undefined ? null : `https://soundcloud.com/${set}`;
    },
  },
  {
    host: 'podcasts.apple.com',
    path: /\/podcast\/(?:[^/]+\/)?id\d+\/?$/,
    list: (_given, item) => (item.searchParams.has('i') ? withoutQuery(item) : null),
  },
  {
    host: 'player.fm',
    path: /^\/series\/[^/]+\/[^/]+/,
    list: (_given, { origin, pathname }) => `${origin}${pathname.split('/', 3).join('/')}`,
  },
  {
    host: 'castbox.fm',
    path: /^\/(?:episode|app\/castbox\/player|ep)\//,
    list: ({ pathname }) => {
      const channel = /(?:-|\/)id(\d{1,20})(?:-|\/)id\d+\/?$/.exec(pathname)?.[1];
      return channel === undefined ? null : `https://castbox.fm/channel/id${channel}`;
    },
  },
  {
    // The parts of an anthology. Lists that users make are left out, because they need a login, or
    // are read page by page.
    host: 'bilibili.com',
    path: /^\/video\/(?:BV|av)\w+\/?$/,
    list: (_given, item) => (Number(item.searchParams.get('p')) > 1 ? withoutQuery(item) : null),
  },
  {
    // One of several images or videos in a post. The first is left out, because apps also add the
    // number 1 to posts with a single video.
    host: 'x.com',
    path: /^\/[^/]+\/status\/\d+\/video\/(?!1\/?$)\d+\/?$/,
    list: (_given, { origin, pathname }) => `${origin}${pathname.replace(/\/video\/.*$/, '')}`,
  },
  {
    host: 'instagram.com',
    path: /^\/(?:[^/]+\/)?p\//,
    list: (_given, item) => (item.searchParams.has('img_index') ? withoutQuery(item) : null),
  },
  {
    host: 'vimeo.com',
    path: /^\/video\/\d+/,
    list: ({ hostname, pathname }) => {
      const id = /^\/(?:album|showcase)\/(\d+)\/videos?\//.exec(pathname)?.[1];
      return isHostOf(hostname, 'vimeo.com') && id !== undefined
        ? `https://vimeo.com/showcase/${id}`
        : null;
    },
  },
];

/**
 * The URL of the list that a link to an item also refers to (as in `watch?v=ID&list=ID`); null if
 * there is none. The link stands for the item, and its list is offered in addition.
 * @param link as pasted, or as resolved from a short link
 */
export const listInLink = (link: string): string | null => {
  const pasted = httpUrl(link);
  const canonical = httpUrl(canonicalPageUrl(link));
  if (pasted === null || canonical === null) {
    return null;
  }
  if (itemName(canonical) !== null) {
    return pageOfItem(canonical.href);
  }
  const given = outboundLink(pasted) ?? pasted;
  const rule = RULES.find(
    ({ host, path }) => isHostOf(canonical.hostname, host) && path.test(canonical.pathname),
  );
  const list = rule?.list(given, canonical) ?? null;
  return list === null ? null : canonicalPageUrl(list);
};
