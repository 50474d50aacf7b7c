import type { PageUrlRule } from './page-url-rule.js';

/**
 * Hosts that show the items of another site under the same paths. We read the original site,
 * because no extractor supports the mirrors, and most of them only add an intermediate page.
 */

/**
 * First labels that are common among hosts of Invidious, Piped and similar software
 * ("inv.example.org").
 */
const YOUTUBE_LABELS =
  /^(?:www\.|redirect\.)?(?:[\w-]*invidious[\w-]*|piped(?:api|\d*|-[\w-]+)?|yewtube|hyperpipe|viewtube|poketube|materialious|cloudtube)\./;
/** Labels that other sites also use. For these, only unmistakable paths are accepted. */
const WEAK_LABELS = /^(?:inv|iv|yt|ytb)\./;
/**
 * Instances and other front ends that have their own names (from yt-dlp's list and the projects'
 * lists).
 */
const YOUTUBE_FRONTS =
  /(?:^|\.)(?:yewtu\.be|invidio\.us|invidiou\.(?:sh|site)|vid\.puffyan\.us|vid\.priv\.au|vid\.mint\.lgbt|vid\.wxzm\.sx|vid\.plus|y\.com\.sb|kavin\.rocks|ytprivate\.com|watch\.(?:thekitty\.zone|nettohikari\.com|whatever\.social|whatevertinfoil\.de|leptons\.xyz)|listen\.whatever\.social|tube\.(?:poal\.co|connect\.cafe|cadence\.moe)|il\.ax|pd\.vern\.cc|music\.adminforge\.de|poketube\.fun|hooktube\.com|ssyoutube\.com|yout-ube\.com|zwearz\.com)$|\.(?:onion|i2p)$/;
const ID = '([\\w-]{11})';

const watch = (id: string | null | undefined): string | null =>
  id && /^[\w-]{11}$/.test(id) ? `https://www.youtube.com/watch?v=${id}` : null;

const watchPage = (host: RegExp): PageUrlRule => ({
  host,
  path: /^\/watch(?:_popup)?\/?$/,
  rewrite: (_match, { searchParams }) => watch(searchParams.get('v')),
});

const youtube = (host: RegExp): PageUrlRule[] => [
  watchPage(host),
  {
    host,
    path: new RegExp(`^/(?:(?:watch|embed|shorts|live|v|w)/)${ID}(?:/|$)`),
    rewrite: ([, id]) => watch(id),
  },
  {
    host,
    path: /^\/playlist\/?$/,
    rewrite: (_match, { searchParams }) => {
      const list = searchParams.get('list');
      return list && /^[\w-]{10,}$/.test(list)
        ? `https://www.youtube.com/playlist?list=${list}`
        : null;
    },
  },
];

/** The same path and query on the original site's host. */
const on =
  (host: string) =>
  (_match: RegExpExecArray, { pathname, search }: URL): string =>
    `https://${host}${pathname}${search}`;

const POST = /^\/(?:i\/web|[^/]+)\/status(?:es)?\/\d+/;
const REEL = /^\/(?:[\w.]+\/)?(?:p|reels?|tv)\/[\w-]+/;

export const MIRROR_RULES: readonly PageUrlRule[] = [
  ...youtube(YOUTUBE_LABELS),
  watchPage(WEAK_LABELS),
  {
    host: WEAK_LABELS,
    path: new RegExp(`^/(?:embed|shorts)/${ID}/?$`),
    // Eleven letters may be an ordinary word, so require a mix of characters like in YouTube's ids.
    rewrite: ([, id = '']) => (/[A-Z]/.test(id) && /[a-z\d]/.test(id) ? watch(id) : null),
  },
  ...youtube(YOUTUBE_FRONTS),
  {
    host: /^vid\.plus$|(?:^|\.)invidious\./,
    path: new RegExp(`^/${ID}$`),
    rewrite: ([, id]) => watch(id),
  },
  // The onion services of two sites, which we can't reach.
  { host: /^(?:\w+\.)?facebook\w{40,}\.onion$/, path: /^/, rewrite: on('www.facebook.com') },
  { host: /^(?:\w+\.)?twitter\w{40,}\.onion$/, path: POST, rewrite: on('x.com') },
  // X: hosts that fix previews in chats, and Nitter.
  {
    host: /(?:^|\.)(?:(?:vx|fx|fixv|fixup)?(?:twitter|x)|twittpr|twitfix|xcancel|twiiit)\.com$|(?:^|\.)nitter\./,
    path: POST,
    rewrite: on('x.com'),
  },
  // Instagram: hosts that fix previews ("ddinstagram", "kkinstagram"), and front ends.
  {
    host: /(?:^|\.)(?:[a-z]{1,4}instagram(?:ez)?|instagramez|kkclip|imginn)\.com$|^(?:www\.)?proxigram\./,
    path: REEL,
    rewrite: on('www.instagram.com'),
  },
  // TikTok: the short links of mirrors become TikTok's own short links.
  {
    host: /^(?:v[mt]\.)(?:vxtiktok|tnktok|tiktxk|tfxktok|fxtiktok|kktiktok|tiktokez)\.com$/,
    path: /^\/[\w-]+\/?$/,
    rewrite: (_match, { hostname, pathname }) =>
      `https://${hostname.slice(0, 3)}tiktok.com${pathname}`,
  },
  {
    host: /^(?:www\.|[ad]\.)?(?:vxtiktok|tnktok|tiktxk|tfxktok|fxtiktok|kktiktok|tiktokez)\.com$|^(?:www\.)?proxitok\./,
    path: /^\/(?:@[^/]*\/(?:video|photo)\/\d+|t\/[\w-]+)/,
    rewrite: on('www.tiktok.com'),
  },
  {
    host: /^(?:www\.|m\.)?(?:[fv]x|rx)bilibili\.com$|^(?:www\.)?bilibiliez\.com$/,
    path: /^\/(?:video|bangumi|audio)\//,
    rewrite: on('www.bilibili.com'),
  },
  { host: /^(?:[fv]x|rx)b23\.tv$/, path: /^\/[\w-]+\/?$/, rewrite: on('b23.tv') },
];
