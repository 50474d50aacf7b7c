import type { PlatformId } from '@dipper/media';

/**
 * The yt-dlp extractors for each site: names or patterns for `--use-extractors`, which must match
 * completely, ignoring case. Sites not listed here are read with all extractors.
 */
export const PLATFORM_EXTRACTORS: Readonly<Partial<Record<PlatformId, readonly string[]>>> = {
  youtube: ['youtube.*'],
  tiktok: ['tiktok.*', 'vm\\.tiktok', 'douyin'],
  twitter: ['twitter.*'],
  facebook: ['facebook.*'],
  vimeo: ['vimeo.*', 'vhx:embed'],
  bilibili: ['bili.*'],
  xiaohongshu: ['xiaohongshu'],
  'apple-podcasts': ['apple:?podcasts'],
  soundcloud: ['soundcloud.*'],
  tunein: ['tunein.*'],
  playerfm: ['playerfm'],
  instagram: ['instagram.*'],
  // `drm` is yt-dlp's list of DRM-protected sites. With it, we can report DRM as the reason.
  spotify: ['drm', 'spotify.*'],
  ximalaya: ['ximalaya.*'],
  qingting: ['qingting'],
};
