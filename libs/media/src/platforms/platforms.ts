/** The main kind of media on a site. It decides the site's menu group and media type. */
export type PlatformKind = 'video' | 'audio';

export const PLATFORM_IDS = [
  'youtube',
  'tiktok',
  'twitter',
  'facebook',
  'vimeo',
  'bilibili',
  'xiaohongshu',
  'apple-podcasts',
  'soundcloud',
  'tunein',
  'playerfm',
  'castbox',
  'xiaoyuzhou',
  'instagram',
  'spotify',
  'ximalaya',
  'lizhi',
  'qingting',
] as const;

export type PlatformId = (typeof PLATFORM_IDS)[number];

export interface Platform {
  readonly id: PlatformId;
  readonly displayName: string;
  readonly kind: PlatformKind;
  /** True if everything on the site is a podcast (specification §3, "Platform detection"). */
  readonly podcast: boolean;
  /** True if we have a landing page for the site at /{id}-downloader. */
  readonly landing: boolean;
  /**
   * The site's hosts. A URL belongs to the site if its host is one of these, or a subdomain of one.
   */
  readonly match: readonly string[];
  /** Hosts that only redirect. No extractor understands them, so we follow them ourselves. */
  readonly shortHosts: readonly string[];
  /** Paths on an ordinary host that only redirect, as `host/path-prefix`. */
  readonly shortPaths: readonly string[];
  /**
   * The initial and the maximum number of connections to each of the site's media hosts; undefined
   * for the default.
   */
  readonly connections: { readonly first: number; readonly max: number } | undefined;
  /** The maximum length of the title in a suggested filename, in characters (specification §9). */
  readonly fileTitleLimit: 80 | 100;
  /**
   * True if the form on the landing page accepts the share messages of an app (specification §5).
   */
  readonly shareMessages: boolean;
}

const LONG_TITLE = 100;
const SHORT_TITLE = 80;

type Row = Pick<Platform, 'id' | 'displayName' | 'match'> & Partial<Platform>;

const video = (row: Row): Platform => ({
  kind: 'video',
  podcast: false,
  landing: true,
  shortHosts: [],
  shortPaths: [],
  connections: undefined,
  fileTitleLimit: SHORT_TITLE,
  shareMessages: false,
  ...row,
});
const audio = (row: Row): Platform => ({ ...video(row), kind: 'audio' });
const podcasts = (row: Row): Platform => ({ ...audio(row), podcast: true });

/** Every site that we know, in the order of the specification. */
export const PLATFORMS: readonly Platform[] = [
  video({
    id: 'youtube',
    displayName: 'YouTube',
    match: [
      'youtube.com',
      'youtu.be',
      'youtube-nocookie.com',
      'youtubeeducation.com',
      'youtubekids.com',
    ],
  }),
  video({
    id: 'tiktok',
    displayName: 'TikTok',
    match: ['tiktok.com', 'tiktokv.com', 'douyin.com', 'iesdouyin.com'],
    shortHosts: ['vm.tiktok.com', 'vt.tiktok.com', 'v.douyin.com'],
    shortPaths: ['tiktok.com/t/'],
  }),
  video({
    id: 'twitter',
    displayName: 'Twitter/X',
    match: [
      'twitter.com',
      'x.com',
      't.co',
      'amp.twimg.com',
      'vxtwitter.com',
      'fxtwitter.com',
      'fixvx.com',
      'fixupx.com',
    ],
    shortHosts: ['t.co', 'pic.twitter.com', 'pic.x.com'],
  }),
  video({
    id: 'facebook',
    displayName: 'Facebook',
    match: ['facebook.com', 'fb.com', 'fb.watch', 'fb.me'],
    shortHosts: ['fb.watch', 'fb.me'],
    shortPaths: ['facebook.com/share/', 'fb.com/share/'],
  }),
  video({
    id: 'vimeo',
    displayName: 'Vimeo',
    match: ['vimeo.com', 'vimeopro.com'],
  }),
  video({
    id: 'bilibili',
    displayName: 'Bilibili',
    match: ['bilibili.com', 'bilibili.tv', 'biliintl.com', 'b23.tv', 'bili2233.cn'],
    shortHosts: ['b23.tv', 'bili2233.cn'],
    fileTitleLimit: LONG_TITLE,
    shareMessages: true,
  }),
  video({
    id: 'xiaohongshu',
    displayName: 'Xiaohongshu (rednote)',
    match: ['xiaohongshu.com', 'rednote.com', 'xhslink.com', 'xhslink.cn'],
    shortHosts: ['xhslink.com', 'xhslink.cn'],
    fileTitleLimit: LONG_TITLE,
    shareMessages: true,
  }),
  podcasts({
    id: 'apple-podcasts',
    displayName: 'Apple Podcasts',
    match: ['podcasts.apple.com'],
    fileTitleLimit: LONG_TITLE,
  }),
  audio({
    id: 'soundcloud',
    displayName: 'SoundCloud',
    match: ['soundcloud.com', 'snd.sc', 'soundcloud.app.goo.gl'],
    shortHosts: ['on.soundcloud.com', 'snd.sc', 'soundcloud.app.goo.gl'],
  }),
  podcasts({
    id: 'tunein',
    displayName: 'TuneIn',
    match: ['tunein.com', 'tun.in'],
    shortHosts: ['tun.in'],
    // These only redirect to the page of the item.
    shortPaths: ['tunein.com/topic/', 'tunein.com/program/', 'tunein.com/station/'],
  }),
  podcasts({
    id: 'playerfm',
    displayName: 'Player.FM',
    match: ['player.fm'],
    // A short link such as "player.fm/1BrLEn". In full links, the series comes before the item.
    shortPaths: ['player.fm/1'],
  }),
  podcasts({
    id: 'castbox',
    displayName: 'Castbox',
    match: ['castbox.fm'],
    shortPaths: ['castbox.fm/x/'],
  }),
  podcasts({
    id: 'xiaoyuzhou',
    displayName: 'Xiaoyuzhou',
    match: ['xiaoyuzhoufm.com', 'xyzfm.link'],
    shortHosts: ['xyzfm.link'],
    fileTitleLimit: LONG_TITLE,
  }),
  video({
    id: 'instagram',
    displayName: 'Instagram',
    match: ['instagram.com', 'instagr.am'],
    landing: false,
    shortHosts: ['instagr.am'],
    shortPaths: ['instagram.com/share/'],
  }),
  audio({
    id: 'spotify',
    displayName: 'Spotify',
    match: ['spotify.com', 'spotify.link', 'spotify.app.link', 'spoti.fi'],
    landing: false,
    shortHosts: ['spotify.link', 'spotify.app.link', 'spoti.fi'],
  }),
  audio({
    id: 'ximalaya',
    displayName: 'Ximalaya',
    match: ['ximalaya.com', 'xima.tv'],
    landing: false,
    shortHosts: ['xima.tv'],
    fileTitleLimit: LONG_TITLE,
  }),
  audio({
    id: 'lizhi',
    displayName: 'Lizhi',
    match: ['lizhi.fm'],
    landing: false,
    fileTitleLimit: LONG_TITLE,
  }),
  audio({
    id: 'qingting',
    displayName: 'Qingting',
    match: ['qingting.fm', 'qtfm.cn'],
    landing: false,
    fileTitleLimit: LONG_TITLE,
  }),
];
