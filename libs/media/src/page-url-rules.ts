import { MIRROR_RULES } from './mirror-rules.js';

/**
 * One rewrite of a link into the shape that yt-dlp understands. Applies when the host is (or stands
 * below) `host`, or matches it, and the path fits; the first rule that applies and answers wins.
 */
export interface PageUrlRule {
  readonly host: string | RegExp;
  readonly path: RegExp;
  /** The new URL, or null when this rule does not apply after all. */
  readonly rewrite: (match: RegExpExecArray, url: URL) => string | null;
}

const param = (url: URL, name: string): string | null => url.searchParams.get(name);

/** Two words of YouTube's own happen to be as long as an id. */
const YOUTUBE_ID = /^(?!live_stream$|videoseries$)[\w-]{11}$/;
const watch = (id: string | null | undefined, host = 'www.youtube.com'): string | null =>
  id && YOUTUBE_ID.test(id) ? `https://${host}/watch?v=${id}` : null;

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

/** The same path and query on another host; null when it is there already. */
const onHost =
  (host: string) =>
  (_match: RegExpExecArray, url: URL): string | null =>
    url.hostname === host ? null : `https://${host}${url.pathname}${url.search}`;

/** Source of each shape: the URL table of the extraction guide, read from yt-dlp 2026.08.19's own patterns. */
export const PAGE_URL_RULES: readonly PageUrlRule[] = [
  // YouTube: with `list` the link would go to the playlist extractor; a link to one item means that item.
  { host: 'youtu.be', path: /^\/([\w-]{11})\/?$/, rewrite: ([, id]) => watch(id) },
  { host: 'youtu.be', path: /^\/watch\/?$/, rewrite: (_match, url) => watch(param(url, 'v')) },
  { host: 'yt.be', path: /^\/([\w-]{11})\/?$/, rewrite: ([, id]) => watch(id) },
  // A picture of the item names it, too.
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
    // The host stays: yt-dlp asks YouTube Music as another client.
    rewrite: (_match, url) => watch(param(url, 'v'), 'music.youtube.com'),
  },
  {
    host: 'youtube.com',
    path: /^\/(?:watch(?:_popup)?\/?)?$/,
    rewrite: (_match, url) => watch(param(url, 'v')),
  },
  {
    host: 'youtubekids.com',
    path: /^\/watch\/?$/,
    rewrite: (_match, url) => watch(param(url, 'v')),
  },
  {
    host: 'youtube.com',
    path: /^\/(?:shorts|live|embed|watch|v|e|vi)\/([\w-]{11})(?:[/&]|$)/,
    rewrite: ([, id]) => watch(id),
  },
  {
    host: 'youtube-nocookie.com',
    path: /^\/(?:embed|v|e)\/([\w-]{11})\/?$/,
    rewrite: ([, id]) => watch(id),
  },
  // Vimeo: the page's own client works for signed-in visitors only, the player works for all.
  {
    host: 'player.vimeo.com',
    path: /^\/video\/(\d+)\/?$/,
    rewrite: ([, id], url) => vimeo(id, vimeoHash(url)),
  },
  {
    host: 'vimeo.com',
    path: /^\/(\d+)(?:\/([\da-f]{6,}))?\/?$/,
    rewrite: ([, id, hash], url) => vimeo(id, hash ?? vimeoHash(url)),
  },
  {
    host: 'vimeo.com',
    path: /^\/(?:channels\/[^/]+(?:\/videos?)?|(?:groups|album|showcase)\/[^/]+\/videos?|manage\/videos|videos?|m)\/(\d+)(?:\/settings)?\/?$/,
    rewrite: ([, id], url) => vimeo(id, vimeoHash(url)),
  },
  {
    host: 'vimeo.com',
    path: /^\/moogaloop\.swf$/,
    rewrite: (_match, url) => {
      const id = param(url, 'clip_id');
      return id && /^\d+$/.test(id) ? vimeo(id, null) : null;
    },
  },
  // Bilibili: a short link that spells the id needs no visit.
  {
    host: 'b23.tv',
    path: /^\/(BV[\dA-Za-z]{10}|av\d+)\/?$/,
    rewrite: ([, id], { search }) => `https://www.bilibili.com/video/${id}${search}`,
  },
  {
    // Players, and one item of a list: the item is named by a parameter.
    host: 'bilibili.com',
    path: /^\/(?:player\.html|blackboard\/(?:html5mobile|webplayer\/)?[\w-]*player\.html|list\/|medialist\/play\/)/,
    rewrite: (_match, url) => bilibili(url),
  },
  {
    host: 'bilibili.com',
    path: /^\/s\/video\/(BV[\dA-Za-z]{10}|av\d+)\/?$/i,
    rewrite: ([, id], { search }) => `https://www.bilibili.com/video/${id}${search}`,
  },
  {
    host: 'm.bilibili.com',
    path: /^\/(?:video|bangumi|audio)\//,
    rewrite: onHost('www.bilibili.com'),
  },
  {
    host: 'bilibili.com',
    path: /^\/(?:video|bangumi|audio)\//,
    rewrite: onHost('www.bilibili.com'),
  },
  // Xiaohongshu.
  {
    host: 'xiaohongshu.com',
    path: /^\/user\/profile\/[\da-f]+\/([\da-f]{24})\/?$/,
    rewrite: ([, id], { search }) => `https://www.xiaohongshu.com/explore/${id}${search}`,
  },
  {
    host: 'xiaohongshu.com',
    path: /^\/(?:explore|discovery)\//,
    rewrite: onHost('www.xiaohongshu.com'),
  },
  { host: 'rednote.com', path: /^/, rewrite: onHost('www.xiaohongshu.com') },
  // X: one host for one post.
  ...['twitter.com', 'x.com'].map((host) => ({
    host,
    path: /^\/(?:i\/web|[^/]+)\/status(?:es)?\/\d+/,
    rewrite: onHost('x.com'),
  })),
  {
    host: 'platform.twitter.com',
    path: /^\/embed\/Tweet\.html$/i,
    rewrite: (_match, url) => {
      const id = param(url, 'id');
      return id && /^\d+$/.test(id) ? `https://x.com/i/status/${id}` : null;
    },
  },
  // TikTok and Douyin.
  { host: 'm.tiktok.com', path: /^\/v\/(\d+)(?:\.html)?\/?$/, rewrite: ([, id]) => tiktok(id) },
  {
    host: 'tiktok.com',
    path: /^\/(?:embed(?:\/v\d)?|player\/v\d|share\/video)\/(\d+)\/?$/,
    rewrite: ([, id]) => tiktok(id),
  },
  { host: 'tiktokv.com', path: /^\/share\/video\/(\d+)\/?$/, rewrite: ([, id]) => tiktok(id) },
  {
    // A slide show has sound, which the extractor reads by the path of a video.
    host: 'tiktok.com',
    path: /^\/(@[^/]*)\/photo\/(\d+)/,
    rewrite: ([, user, id]) => `https://www.tiktok.com/${user}/video/${id}`,
  },
  { host: 'tiktok.com', path: /^\/@[^/]*\/video\/\d+/, rewrite: onHost('www.tiktok.com') },
  ...['iesdouyin.com', 'douyin.com'].map((host) => ({
    host,
    path: /^\/(?:share\/)?video\/(\d+)/,
    rewrite: ([, id]: RegExpExecArray) => douyin(id),
  })),
  { host: 'douyin.com', path: /^/, rewrite: (_match, url) => douyin(param(url, 'modal_id')) },
  // Castbox: the shapes that hold the episode's number and that no page of theirs answers.
  { host: 'castbox.fm', path: /^\/vb\/(\d+)\/?$/, rewrite: ([, id]) => castbox(id) },
  {
    host: 'castbox.fm',
    path: /^\/app\/castbox\/player\/id\d+\/id(\d+)\/?$/,
    rewrite: ([, id]) => castbox(id),
  },
  {
    // Only the digits are taken out of `link`; it is never followed.
    host: 'd.castbox.fm',
    path: /^\/dynamic-link\/redirect/,
    rewrite: (_match, url) => {
      const id = /(?:\/ep\/|\/vb\/|-id\d+-id|\/id\d+\/id)(\d+)/.exec(param(url, 'link') ?? '')?.[1];
      return id ? castbox(id) : null;
    },
  },
  // TuneIn: the player names the item; yt-dlp would ask the page that we follow (`shortPaths`).
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
  // Apple: players in other pages, and the shop that it was.
  ...['embed.podcasts.apple.com', 'itunes.apple.com'].map((host) => ({
    host,
    path: /^\/(?:[a-z]{2}\/)?podcast\//,
    rewrite: onHost('podcasts.apple.com'),
  })),
  // Spotify: players in other pages, and the languages of its pages.
  {
    host: 'spotify.com',
    path: /^\/(?:intl-[\w-]+\/)?(?:embed(?:-podcast)?\/)?((?:episode|show|track|album|playlist)\/\w+)/,
    rewrite: ([, item]) => `https://open.spotify.com/${item}`,
  },
  // Hosts that carry the same pages as the one yt-dlp knows.
  { host: 'player.fm', path: /^\/(?:series\/)?[\w-]+\/[\w-]+/, rewrite: onHost('player.fm') },
  { host: /^(?:m|mobi|www)\.soundcloud\.com$/, path: /^/, rewrite: onHost('soundcloud.com') },
  { host: 'fb.com', path: /^/, rewrite: onHost('www.facebook.com') },
  ...MIRROR_RULES,
];

/** Where a site's items are told apart by these parameters alone, all others go. The first row that applies wins. */
export const IDENTITY_PARAMS: readonly { host: string; path: RegExp; keep: readonly string[] }[] = [
  { host: 'youtube.com', path: /^\/playlist/, keep: ['list'] },
  { host: 'youtube.com', path: /^\/watch/, keep: ['v', 'list'] },
  { host: 'bilibili.com', path: /^\/video\//, keep: ['p'] },
  {
    host: 'xiaohongshu.com',
    path: /^\/(?:explore|discovery)\//,
    keep: ['xsec_token', 'xsec_source'],
  },
  { host: 'x.com', path: /^\/[^/]+\/status/, keep: [] },
  { host: 'tiktok.com', path: /^\/(?:@|t\/)/, keep: [] },
  { host: 'douyin.com', path: /^\/video\//, keep: [] },
  { host: 'podcasts.apple.com', path: /^/, keep: ['i'] },
  { host: 'w.soundcloud.com', path: /^/, keep: ['url', 'secret_token'] },
  { host: 'soundcloud.com', path: /^/, keep: ['secret_token'] },
  { host: 'tunein.com', path: /^/, keep: ['topicId', 'topicid', 'programId', 'stationId'] },
  { host: 'player.fm', path: /^/, keep: [] },
  { host: 'castbox.fm', path: /^\/(?:episode|ep|channel)\//, keep: [] },
  { host: 'xiaoyuzhoufm.com', path: /^/, keep: [] },
  { host: 'open.spotify.com', path: /^/, keep: [] },
  { host: 'instagram.com', path: /^\/(?:[^/]+\/)?(?:p|reels?|tv)\//, keep: ['img_index'] },
];
