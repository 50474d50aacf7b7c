import { extensionOf, parseUrl } from '@dipper/media';
import { BROWSER_AGENT } from '../../links/browser-agent.js';
import { mediaExtension } from '../../formats/media-extension.js';
import { believableBytes } from '../../formats/sizes.js';
import { httpHref } from '../../media-url.js';
import type { Presence, SourceFormat } from '../../source-info.js';

export interface FileFacts {
  readonly url: string | null | undefined;
  readonly mediaType?: string | null | undefined;
  readonly sizeBytes?: number | null | undefined;
  /** True if the file has video; null if the site does not say. */
  readonly video?: boolean | null;
  /** The Referer that the source requires with each request. */
  readonly referer?: string;
}

/** Extensions by media type, for URLs that have none (from IANA, and types that feeds use). */
const BY_TYPE: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/x-mp3': 'mp3',
  'audio/mpeg3': 'mp3',
  'audio/mp4': 'm4a',
  'audio/m4a': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/m4b': 'm4b',
  'audio/aac': 'aac',
  'audio/x-aac': 'aac',
  'audio/aacp': 'aac',
  'audio/ogg': 'ogg',
  'audio/opus': 'opus',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'video/mp4': 'mp4',
  'video/x-m4v': 'm4v',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};
const WITH_PICTURE = new Set(['mp4', 'm4v', 'mov', 'webm', 'mkv', 'mpg', 'mpeg', 'ogv', 'avi']);
/**
 * Types that are not files of an episode. Manifests are left to yt-dlp. Enclosures can also be
 * documents and images.
 */
const OTHER_TYPE =
  /^(image|text)\/|^application\/(pdf|zip|json|epub\+zip|x-bittorrent|dash\+xml|(vnd\.apple\.|x-)mpegurl)$/;
const NO_PLAIN_FILE = new Set(['m3u8', 'mpd', 'pdf', 'epub', 'jpg', 'jpeg', 'png', 'gif', 'webp']);

/**
 * Plausible bitrates in bits per second, from low-quality speech to large video. If a rate is
 * outside this range, the size or the duration is wrong.
 */
const BELIEVABLE_RATE = [4_000, 60e6] as const;

/**
 * Makes a format from an episode's file. The codecs are unknown. The size is an estimate, because
 * feeds state the size from before ads were inserted.
 * @param at the file's position among the episode's files, best first
 * @returns null unless the URL is http(s) and leads to a file
 */
export function mediaFile(
  { url: given, mediaType, sizeBytes, video: says = null, referer }: FileFacts,
  { at, durationSeconds }: { readonly at: number; readonly durationSeconds: number | null },
): SourceFormat | null {
  const url = httpHref(withScheme(given?.trim()));
  const type = (mediaType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const named = extensionOf(parseUrl(url ?? '')?.pathname ?? '') ?? '';
  if (url === null || NO_PLAIN_FILE.has(named) || OTHER_TYPE.test(type)) {
    return null;
  }
  const isVideo = says ?? type.startsWith('video/');
  const otherwise = BY_TYPE[type] ?? (isVideo ? 'mp4' : 'mp3');
  const ext = mediaExtension(named, { isKnownMedia: true, ext: otherwise }) ?? otherwise;
  const size = believableSize(sizeBytes, durationSeconds);
  return {
    id: `file-${at}`,
    url,
    protocol: 'file',
    segments: null,
    ext,
    ...presence(isVideo, says === false || type.startsWith('audio/'), ext),
    vcodec: null,
    acodec: null,
    width: null,
    height: null,
    fps: null,
    tbr: null,
    abr: null,
    vbr: null,
    sizeBytes: size,
    sizeIsEstimate: size !== null,
    note: null,
    // Among equal files, the first one is preferred. (In a list of formats, the last one is the
    // best.)
    preference: -at / 100,
    quality: -1,
    language: null,
    languagePreference: -1,
    isHdr: false,
    watermarked: false,
    headers: { 'user-agent': BROWSER_AGENT, ...(referer !== undefined && { referer }) },
  };
}

/** Adds a scheme to a URL without one, such as "//cdn.example/a.mp3". */
export function withScheme(url: string | null | undefined): string | null | undefined {
  return url?.startsWith('//') ? `https:${url}` : url;
}

/**
 * Audio is assumed unless something suggests video. Files that may contain video are probed later.
 */
function presence(
  isVideo: boolean,
  isAudio: boolean,
  ext: string,
): { video: Presence; audio: Presence } {
  if (isVideo) {
    return { video: 'yes', audio: 'unknown' };
  }
  return isAudio || !WITH_PICTURE.has(ext)
    ? { video: 'no', audio: 'yes' }
    : { video: 'unknown', audio: 'unknown' };
}

function believableSize(given: number | null | undefined, seconds: number | null): number | null {
  const bytes = believableBytes(given);
  const [least, most] = BELIEVABLE_RATE;
  const rate = bytes === null || seconds === null ? null : (bytes * 8) / seconds;
  return rate === null || (rate >= least && rate <= most) ? bytes : null;
}
