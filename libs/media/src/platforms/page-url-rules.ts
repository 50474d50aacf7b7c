import { MIRROR_RULES } from './mirror-rules.js';
import type { PageUrlRule } from './page-url-rule.js';

const param = (url: URL, name: string): string | null => url.searchParams.get(name);

/** Excludes two YouTube path names that are as long as an id. */
const YOUTUBE_ID = /^(?!live_stream$|videoseries$)([\w-]{11})(?![\w-])/;
/** @param id the id in the link, perhaps with a misplaced suffix ("ID?si=x") */
const watch = (id: string | null | undefined, host = 'www.youtube.com'): string | null => {
  const [, clean] = YOUTUBE_ID.exec(id ?? '') ?? [];
  return clean === undefined ? null : `https://${host}/watch?v=${clean}`;
};

const vimeo = (id: string | undefined, hash: string | null | undefined): string =>
  `https://player.vimeo.com/video/${id}${hash ? `?h=${hash}` : ''}`;
const VIMEO_HASH = /^[\da-f]+$/i;
const vimeoHash = (url: URL): string | null => {
  const hash = param(url, 'h');
  return hash && VIMEO_HASH.test(hash) ? hash : null;
};

const tiktok = (id: string | undefined): string => `https://www.tiktok.com/@/video/${id}`;
const douyin = (id: string | null | undefined): string | null =>
  id && /^\d+$/.test(id) ? `https://www.douyin.com/video/${id}` : null;
const bilibili = (url: URL): string | null => {
  const [bvid, aid] = [param(url, 'bvid') ?? '', param(url, 'aid') ?? param(url, 'oid') ?? ''];
  const id = /^BV[\dA-Za-z]{10}$/.test(bvid) ? bvid : /^\d+$/.test(aid) ? `av${aid}` : null;
  const part = param(url, 'p') ?? param(url, 'page');
  return (
    id && `https://www.bilibili.com/video/${id}${part && /^\d+$/.test(part) ? `?p=${part}` : ''}`
  );
};
const castbox = (id: string | undefined): string => `https://castbox.fm/ep/${id}`;

/** Moves path and query to another host; null if already there. */
const onHost =
  (host: string) =>
  (_match: RegExpExecArray, url: URL): string | null =>
    url.hostname === host ? null : `https://${host}${url.pathname}${url.search}`;

/**
 * Source of all forms: the URL table of the extraction guide, taken from yt-dlp 2026.08.19's own
 * patterns.
 */
export const PAGE_URL_RULES: readonly PageUrlRule[] = [
  // YouTube: `list` would select the playlist extractor, but a link to an item means that item.
  {
    host: 'youtu.be',
    // A word may directly follow the id ("IDтут").
    path: /^\/{1,2}(?:(?:shorts|live|embed|v)\/)?([\w-]{11})(?![\w-])/,
    rewrite: ([, id]) => watch(id),
  },
  { host: 'youtu.be', path: /^\/watch\/?$/, rewrite: (_match, url) => watch(param(url, 'v')) },
  { host: 'yt.be', path: /^\/([\w-]{11})\/?$/, rewrite: ([, id]) => watch(id) },
  // An item's thumbnail URL also contains its id.
  {
    host: /^i\d?\.ytimg\.com$/,
    path: /^\/vi(?:_webp)?\/([\w-]{11})\//,
    rewrite: ([, id]) => watch(id),
  },
  {
    host: 'img.youtube.com',
    path: /^\/vi(?:_webp)?\/([\w-]{11})\//,
    rewrite: ([, id]) => watch(id),
  },
  {
    host: 'music.youtube.com',
    path: /^\/watch\/?$/,
    // Keep the host, because yt-dlp uses another client for YouTube Music.
    rewrite: (_match, url) => watch(param(url, 'v'), 'music.youtube.com'),
  },
  {
    host: 'youtube.com',
    path: /^\/{1,2}(?:watch(?:_popup)?\/?)?$/,
    rewrite: (_match, url) => watch(param(url, 'v')),
  },
  {
    // An unnamed list: use its first item.
    host: 'youtube.com',
    path: /^\/watch_videos\/?$/,
    rewrite: (_match, url) => watch(param(url, 'video_ids')?.split(',', 1)[0]),
  },
  {
    host: 'studio.youtube.com',
    path: /^\/video\/([\w-]{11})(?:\/|$)/,
    rewrite: ([, id]) => watch(id),
  },
  {
    host: 'youtube.googleapis.com',
    path: /^\/(?:v|embed)\/([\w-]{11})(?:[/&]|$)/,
    rewrite: ([, id]) => watch(id),
  },
  {
    host: 'youtubekids.com',
    path: /^\/watch\/?$/,
    rewrite: (_match, url) => watch(param(url, 'v')),
  },
  {
    host: 'youtube.com',
    path: /^\/{1,2}(?:(?:shorts|live|embed|watch|v|e|vi)\/|watch%3Fv(?:=|%3D))([\w-]{11})(?![\w-])/i,
    rewrite: ([, id]) => watch(id),
  },
  {
    host: /^(?:www\.)?youtube(?:-nocookie|education)\.com$/,
    path: /^\/(?:embed|v|e)\/([\w-]{11})\/?$/,
    rewrite: ([, id]) => watch(id),
  },
  // Vimeo: the page's API client only works when signed in, but the player works for everybody.
  {
    host: 'player.vimeo.com',
    path: /^\/video\/(\d+)(?:\/config)?\/?$/,
    rewrite: ([, id], url) => vimeo(id, vimeoHash(url)),
  },
  {
    host: 'vimeo.com',
    path: /^\/(\d+)(?:\/([\da-f]{6,}))?(?:\/(?:description|comments|settings|collections|likes|stats|embed))?\/?$/,
    rewrite: ([, id, hash], url) => vimeo(id, hash ?? vimeoHash(url)),
  },
  {
    host: 'vimeo.com',
    path: /^\/(?:channels\/[^/]+(?:\/videos?)?|(?:groups|album|showcase)\/[^/]+\/videos?|manage\/videos|videos?|m)\/(\d+)(?:\/([\da-f]{6,}))?(?:\/settings)?\/?$/,
    rewrite: ([, id, hash], url) => vimeo(id, hash ?? vimeoHash(url)),
  },
  {
    host: 'vimeo.com',
    path: /^\/moogaloop\.swf$/,
    rewrite: (_match, url) => {
      const id = param(url, 'clip_id');
      return id && /^\d+$/.test(id) ? vimeo(id, null) : null;
    },
  },
  // Bilibili: a short link that contains the id need not be followed.
  {
    host: 'b23.tv',
    path: /^\/(BV[\dA-Za-z]{10}|av\d+)\/?$/,
    rewrite: ([, id], { search }) => `https://www.bilibili.com/video/${id}${search}`,
  },
  {
    host: 'b23.tv',
    path: /^\/((?:ep|ss)\d+)\/?$/,
    rewrite: ([, id]) => `https://www.bilibili.com/bangumi/play/${id}`,
  },
  // Links typed by hand, and the former short host.
  ...['bilibili.com', 'acg.tv'].map((host) => ({
    host,
    path: /^\/(BV[\dA-Za-z]{10}|av\d+)\/?$/,
    rewrite: ([, id]: RegExpExecArray, { search }: URL) =>
      `https://www.bilibili.com/video/${id}${search}`,
  })),
  {
    // Players, and items of a list: a parameter names the item.
    host: 'bilibili.com',
    path: /^\/(?:player\.html|blackboard\/(?:html5mobile|webplayer\/)?[\w-]*player\.html|list\/|medialist\/play\/|watchlater)/,
    rewrite: (_match, url) => bilibili(url),
  },
  {
    host: 'bilibili.com',
    path: /^\/s\/video\/(BV[\dA-Za-z]{10}|av\d+)\/?$/i,
    rewrite: ([, id], { search }) => `https://www.bilibili.com/video/${id}${search}`,
  },
  {
    host: 'm.bilibili.com',
    path: /^\/(?:opus|cheese)\//,
    rewrite: onHost('www.bilibili.com'),
  },
  {
    host: 'm.bilibili.com',
    path: /^\/dynamic\/(\d+)\/?$/,
    rewrite: ([, id]) => `https://t.bilibili.com/${id}`,
  },
  {
    host: 'live.bilibili.com',
    path: /^\/(?:h5|blanc)\/(\d+)\/?$/,
    rewrite: ([, id]) => `https://live.bilibili.com/${id}`,
  },
  {
    host: 'bilibili.com',
    path: /^\/(?:video|bangumi|audio)\//,
    rewrite: onHost('www.bilibili.com'),
  },
  {
    host: 'xiaohongshu.com',
    path: /^\/(?:user\/profile\/[\da-f]+|search_result)\/([\da-f]{24})\/?$/,
    rewrite: ([, id], { search }) => `https://www.xiaohongshu.com/explore/${id}${search}`,
  },
  {
    host: 'xiaohongshu.com',
    path: /^\/(?:explore|discovery)\//,
    rewrite: onHost('www.xiaohongshu.com'),
  },
  { host: 'rednote.com', path: /^/, rewrite: onHost('www.xiaohongshu.com') },
  // X: posts get the same URL on both hosts.
  ...['twitter.com', 'x.com'].map((host) => ({
    host,
    path: /^\/(i\/web|[^/]+)\/status(?:es)?\/(\d+.*)/,
    rewrite: ([, user, post]: RegExpExecArray, { href, search }: URL) => {
      const there = `https://x.com/${user}/status/${post}${search}`;
      return there === href ? null : there;
    },
  })),
  {
    host: 'platform.twitter.com',
    path: /^\/embed\/Tweet\.html$/i,
    rewrite: (_match, url) => {
      const id = param(url, 'id');
      return id && /^\d+$/.test(id) ? `https://x.com/i/status/${id}` : null;
    },
  },
  { host: 'm.tiktok.com', path: /^\/v\/(\d+)(?:\.html)?\/?$/, rewrite: ([, id]) => tiktok(id) },
  {
    host: 'tiktok.com',
    path: /^\/(?:embed(?:\/v\d)?|player\/v\d|(?:i18n\/)?share\/(?:video|item))\/(\d+)\/?$/,
    rewrite: ([, id]) => tiktok(id),
  },
  { host: 'tiktokv.com', path: /^\/share\/video\/(\d+)\/?$/, rewrite: ([, id]) => tiktok(id) },
  {
    // A slide show's audio is available under the path of a video.
    host: 'tiktok.com',
    path: /^\/(@[^/]*)\/photo\/(\d+)/,
    rewrite: ([, user, id]) => `https://www.tiktok.com/${user}/video/${id}`,
  },
  { host: 'tiktok.com', path: /^\/@[^/]*\/video\/\d+/, rewrite: onHost('www.tiktok.com') },
  { host: 'lite.tiktok.com', path: /^\/t\//, rewrite: onHost('www.tiktok.com') },
  ...['iesdouyin.com', 'douyin.com'].map((host) => ({
    host,
    // Douyin's slide shows work in the same way.
    path: /^\/(?:share\/)?(?:video|note|slides)\/(\d+)/,
    rewrite: ([, id]: RegExpExecArray) => douyin(id),
  })),
  { host: 'douyin.com', path: /^/, rewrite: (_match, url) => douyin(param(url, 'modal_id')) },
  // Castbox: link forms that contain the episode's number but have no page.
  { host: 'castbox.fm', path: /^\/vb\/(\d+)\/?$/, rewrite: ([, id]) => castbox(id) },
  {
    host: 'castbox.fm',
    path: /^\/app\/castbox\/player\/id\d+\/id(\d+)\/?$/,
    rewrite: ([, id]) => castbox(id),
  },
  {
    // Takes only the digits from `link`, and never follows the link.
    host: 'd.castbox.fm',
    path: /^\/dynamic-link\/redirect/,
    rewrite: (_match, url) => {
      const id = /(?:\/ep\/|\/vb\/|-id\d+-id|\/id\d+\/id)(\d+)/.exec(param(url, 'link') ?? '')?.[1];
      return id ? castbox(id) : null;
    },
  },
  // TuneIn: the player's URL names the item. We follow the item's short path (`shortPaths`)
  // ourselves, which yt-dlp would request otherwise.
  {
    host: 'tunein.com',
    path: /^\/embed\/player\/([tps])(\d+)\/?$/,
    rewrite: ([, kind = '', id]) => {
      const name = { t: 'topic', p: 'program', s: 'station' }[kind];
      return `https://tunein.com/${name}/?${name}Id=${id}`;
    },
  },
  {
    host: 'tunein.com',
    path: /^\/(?:podcasts|radio|topic|program|station)\//,
    rewrite: onHost('tunein.com'),
  },
  // Apple: embedded players, and the former iTunes shop.
  ...['embed.podcasts.apple.com', 'itunes.apple.com'].map((host) => ({
    host,
    path: /^\/(?:[a-z]{2}\/)?podcast\//,
    rewrite: onHost('podcasts.apple.com'),
  })),
  // Spotify: embedded players and language prefixes.
  {
    host: 'spotify.com',
    path: /^\/(?:intl-[\w-]+\/)?(?:embed(?:-podcast)?\/)?((?:episode|show|track|album|playlist)\/\w+)/,
    rewrite: ([, item]) => `https://open.spotify.com/${item}`,
  },
  {
    // Spotify for Creators (formerly Anchor), where podcasts are published. Its pages are open,
    // unlike the player's protected files.
    host: /^(?:podcasters|creators)\.spotify\.com$/,
    path: /^\/pod\/(?:show|profile)\/([\w-]+)\/(?:embed\/)?(episodes\/[\w-]+)/,
    rewrite: ([, show, episode]) => `https://anchor.fm/${show}/${episode}`,
  },
  // Player.FM: paths with a language and other host names lead to the same pages, but yt-dlp only
  // knows player.fm itself.
  {
    host: 'player.fm',
    path: /^\/[a-z]{2}(?:-[a-z]{2})?(\/series\/.+)/i,
    rewrite: ([, path]) => `https://player.fm${path}`,
  },
  { host: 'player.fm', path: /^\/(?:series\/)?[\w-]+\/[\w-]+/, rewrite: onHost('player.fm') },
  // A complete link, which would redirect to a login.
  {
    host: 'instagr.am',
    path: /^\/(?:p|reels?|tv)\/[\w-]+/,
    rewrite: onHost('www.instagram.com'),
  },
  { host: 'm.instagram.com', path: /^/, rewrite: onHost('www.instagram.com') },
  // Xiaoyuzhou: the same pages on other hosts and in other spellings.
  {
    host: 'xiaoyuzhoufm.com',
    path: /^\/(episode|podcast)s?\/([\da-f]{24})\/?$/i,
    rewrite: ([, kind, id], { href }) => {
      const there = `https://www.xiaoyuzhoufm.com/${kind}/${id}`;
      return href === there ? null : there;
    },
  },
  // Ximalaya: links with category and album before the number, and share pages.
  {
    host: 'ximalaya.com',
    path: /^\/(?:[a-z]\w*\/\d+|(?:[a-z]\w*\/){1,2}sound)\/(\d+)\/?$/,
    rewrite: ([, id]) => `https://www.ximalaya.com/sound/${id}`,
  },
  { host: /^(?:m|mobi|www)\.soundcloud\.com$/, path: /^/, rewrite: onHost('soundcloud.com') },
  { host: 'fb.com', path: /^/, rewrite: onHost('www.facebook.com') },
  ...MIRROR_RULES,
];
