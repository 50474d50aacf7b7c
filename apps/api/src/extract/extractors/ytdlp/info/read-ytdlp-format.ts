import { parseUrl } from '@dipper/media';
import { mediaExtension } from '../../../formats/media-extension.js';
import { believable, believableRate, type SizeClaim, streamSize } from '../../../formats/sizes.js';
import { httpHref } from '../../../media-url.js';
import type { Protocol } from '../../../../source/client/source-stream.js';
import type { Presence, SourceFormat } from '../../../source-info.js';
import { cookieHeader } from './cookie-header.js';
import type { YtdlpFormat, YtdlpFragment } from './ytdlp.schema.js';

/** The extensions of storyboards and images, which yt-dlp lists as formats. */
const PICTURES = new Set(['mhtml', 'jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'svg']);

const AUDIO_EXTENSIONS = new Set([
  'mp3',
  'm4a',
  'aac',
  'ogg',
  'opus',
  'wav',
  'flac',
  'weba',
  'mka',
]);

const PROTOCOLS: ReadonlyMap<string, Protocol> = new Map([
  ['http', 'file'],
  ['https', 'file'],
  ['m3u8', 'hls'],
  ['m3u8_native', 'hls'],
  ['http_dash_segments', 'dash'],
]);

/** The range of plausible sizes in pixels. A width or height of one pixel is a placeholder. */
const BELIEVABLE_PIXELS: readonly [number, number] = [1, 65_536];
/**
 * The range of plausible segment durations in seconds. A longer segment is a whole recording, or an
 * error.
 */
const BELIEVABLE_SEGMENT_SECONDS: readonly [number, number] = [0, 86_400];

/**
 * The maximum number of segments, all of which are stored. Six hours in segments of one second are
 * 21,600.
 */
export const MAX_SEGMENTS = 25_000;

/**
 * The maximum total length of a page's segment URLs, in characters. A 10 KB manifest can contain a
 * hundred thousand segments that share an 8 KB prefix. The limit is twice the size of a stored
 * page.
 */
export const MAX_SEGMENT_CHARACTERS = 16 * 1024 * 1024;

/** The only headers that are sent to the source. All others are yt-dlp's defaults. */
const SENT_HEADERS = new Set(['user-agent', 'referer', 'origin', 'accept-language', 'cookie']);

/**
 * Converts one yt-dlp format. Null for formats that can't be used: storyboards, images, files that
 * are not media, unsupported protocols, formats that the site marks as unplayable, and upscaled
 * videos.
 */
export function readYtdlpFormat(
  format: YtdlpFormat,
  durationSeconds: number | null,
): SourceFormat | null {
  const protocol = protocolOf(format);
  const url = httpHref(format.url);
  const segments = protocol === 'dash' ? segmentUrls(format) : null;
  const { video, audio } = streams(format);
  const ext = extensionFor(format, { video, protocol });
  if (
    protocol === undefined ||
    url === null ||
    ext === null ||
    PICTURES.has(format.ext ?? '') ||
    (video === 'no' && audio === 'no') ||
    (format.preference ?? 0) <= -100 ||
    isUpscaled(format) ||
    (protocol === 'dash' && segments === null)
  ) {
    return null;
  }
  return {
    id: format.format_id,
    url,
    protocol,
    segments,
    segmentSeconds: segments === null ? null : segmentSeconds(format),
    ext,
    video,
    audio,
    vcodec: codec(format.vcodec),
    acodec: codec(format.acodec),
    width: believable(format.width, BELIEVABLE_PIXELS),
    height: believable(format.height, BELIEVABLE_PIXELS),
    fps: believable(format.fps, [0, 1000]),
    tbr: believableRate(format.tbr),
    abr: believableRate(format.abr),
    vbr: believableRate(format.vbr),
    ...streamSize(sizeClaim(format, { video, audio }), durationSeconds),
    note: format.format_note ?? null,
    preference: (format.preference ?? 0) + (format.source_preference ?? 0) / 100,
    quality: format.quality ?? -1,
    language: format.language ?? null,
    languagePreference: format.language_preference ?? -1,
    isHdr: isHdr(format),
    watermarked: /(?<!\b(?:no|non|without|un)[\s-]?)watermark/i.test(format.format_note ?? ''),
    headers: headersOf(format, url),
  };
}

/** How a format is fetched; undefined if we can't fetch it. */
export function protocolOf({ protocol }: YtdlpFormat): Protocol | undefined {
  return PROTOCOLS.get(protocol ?? 'https');
}

/**
 * Keeps a known extension. Otherwise chooses one by kind, if the format is certain to be media or
 * comes in segments (we make the file then).
 */
function extensionFor(
  format: YtdlpFormat,
  { video, protocol }: { video: Presence; protocol: Protocol | undefined },
): string | null {
  const isKnownMedia =
    protocol !== 'file' || codec(format.vcodec) !== null || codec(format.acodec) !== null;
  return mediaExtension(format.ext, { isKnownMedia, ext: video === 'no' ? 'm4a' : 'mp4' });
}

/**
 * True for HDR according to yt-dlp's field. If the field is missing, the site's note or an HDR-only
 * codec profile decides.
 */
function isHdr({ dynamic_range: range, vcodec, format_note: note }: YtdlpFormat): boolean {
  return (
    /^(hdr|hlg|dv)/i.test(range ?? '') ||
    /^(vp0?9\.0?2|dvh)/i.test(vcodec ?? '') ||
    (range !== 'SDR' && /\bHDR\b/.test(note ?? ''))
  );
}

/**
 * True for YouTube's enlarged versions ("1080p, AI-upscaled"). They contain no more detail than the
 * original.
 */
function isUpscaled({ format_note: note }: YtdlpFormat): boolean {
  return /\bupscaled\b/i.test(note ?? '');
}

/**
 * Which streams a format has. A codec field can have three states: 'none' if there is no such
 * stream, null or missing if it is unknown, and otherwise the codec.
 */
function streams(format: YtdlpFormat): { video: Presence; audio: Presence } {
  const audio = presence(format.acodec);
  const audioOnly =
    format.vcodec === 'none' ||
    (AUDIO_EXTENSIONS.has(format.ext ?? '') && presence(format.vcodec) !== 'yes');
  if (audioOnly) {
    return { video: 'no', audio: audio === 'unknown' ? 'yes' : audio };
  }
  return { video: presence(format.vcodec), audio };
}

function presence(codecText: string | null | undefined): Presence {
  if (codecText === null || codecText === undefined || codecText === '') {
    return 'unknown';
  }
  return codecText === 'none' ? 'no' : 'yes';
}

function codec(text: string | null | undefined): string | null {
  return presence(text) === 'yes' ? (text ?? null) : null;
}

function sizeClaim(format: YtdlpFormat, streams: { video: Presence; audio: Presence }): SizeClaim {
  const { filesize, filesize_approx: filesizeApprox, tbr, vbr, abr, fragments } = format;
  const segmentBytes = (fragments ?? []).map((fragment) => fragment.filesize);
  return { filesize, filesizeApprox, tbr, vbr, abr, segmentBytes, ...streams };
}

function segmentUrls(format: YtdlpFormat): string[] | null {
  const fragments = format.fragments ?? [];
  if (fragments.length === 0 || fragments.length > MAX_SEGMENTS) {
    return null;
  }
  const base = parseUrl(segmentBase(format)) ?? undefined;
  const urls: string[] = [];
  for (const fragment of fragments) {
    const url = httpHref(segmentTarget(fragment), base);
    if (url === null) {
      return null;
    }
    urls.push(url);
  }
  return urls;
}

/**
 * The total length of a format's segment URLs in characters, computed before the URLs are resolved.
 */
export function segmentCharacters(format: YtdlpFormat): number {
  const base = parseUrl(segmentBase(format))?.href.length ?? 0;
  return (format.fragments ?? []).reduce(
    (sum, fragment) => sum + base + segmentTarget(fragment).length,
    0,
  );
}

function segmentBase({ fragment_base_url: base, url }: YtdlpFormat): string {
  return base ?? url ?? '';
}

function segmentTarget({ url, path }: YtdlpFragment): string {
  return url ?? path ?? '';
}

/**
 * The durations of the segments; null if the manifest states none. Initialization segments have no
 * duration.
 */
function segmentSeconds({ fragments }: YtdlpFormat): (number | null)[] | null {
  const seconds = (fragments ?? []).map(({ duration }) =>
    believable(duration, BELIEVABLE_SEGMENT_SECONDS),
  );
  return seconds.every((known) => known === null) ? null : seconds;
}

/**
 * The duration of a segmented format in seconds; null if the segments don't state it. yt-dlp
 * reports no duration for a bare DASH manifest, although each segment has one.
 */
export function segmentedSeconds(format: YtdlpFormat): number | null {
  const known = (segmentSeconds(format) ?? []).flatMap((seconds) => seconds ?? []);
  const sum = known.reduce((total, seconds) => total + seconds, 0);
  return known.length === 0 ? null : Math.round(sum * 1000) / 1000;
}

/** The headers from yt-dlp that a source needs with each request for `url`. */
export function headersOf(
  format: Pick<YtdlpFormat, 'http_headers' | 'cookies'>,
  url: string,
): Record<string, string> {
  const headers = Object.fromEntries(
    Object.entries(format.http_headers ?? {})
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name, value]) => SENT_HEADERS.has(name) && !/[\r\n]/.test(value)),
  );
  const cookie = typeof format.cookies === 'string' ? cookieHeader(format.cookies, url) : null;
  return cookie === null ? headers : { ...headers, cookie };
}
