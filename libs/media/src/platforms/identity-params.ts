/**
 * Paths whose items are identified by these parameters alone. All other parameters are removed. The
 * first matching row is used.
 */
export const IDENTITY_PARAMS: readonly { host: string; path: RegExp; keep: readonly string[] }[] = [
  { host: 'youtube.com', path: /^\/playlist/, keep: ['list'] },
  { host: 'youtube.com', path: /^\/watch(?!_videos)/, keep: ['v', 'list'] },
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
