import { parseUrl } from '@dipper/media';
import { Parser } from 'm3u8-parser';
import { DomainError } from '../infra/http/domain-error.js';
import type { ExpectedSegment, Segment, SegmentKey } from './source-stream.js';

/** Room for hours of two-second segments; recordings do not need more. */
export const MAX_PLAYLIST_BYTES = 8 * 1024 * 1024;

/** What an HLS playlist turned out to be. */
export type Playlist =
  | {
      readonly kind: 'media';
      readonly segments: readonly Segment[];
      readonly durationSeconds: number;
    }
  /** `variant` is what the playlist says about the best one: the same for the same stream. */
  | { readonly kind: 'master'; readonly best: string; readonly variant: string };

/** The parts of m3u8-parser's manifest that are read; its own types lag behind it. */
interface Manifest {
  readonly mediaSequence?: number;
  readonly segments?: readonly ManifestSegment[];
  readonly playlists?: readonly { uri: string; attributes?: { BANDWIDTH?: number } }[];
}
interface ManifestSegment {
  readonly uri?: string;
  readonly duration?: number;
  readonly discontinuity?: boolean;
  readonly byterange?: Byterange;
  /** Its key is the one in force where it stands, which may be another than the segment's. */
  readonly map?: { uri: string; byterange?: Byterange; key?: ManifestKey };
  readonly key?: ManifestKey;
}
interface ManifestKey {
  readonly method?: string;
  readonly uri?: string;
  readonly iv?: Uint32Array;
}
interface Byterange {
  readonly length: number;
  readonly offset?: number;
}

/** A segment lasts what the playlist says, give or take; whole numbers may have been rounded up. */
const SLACK_SECONDS = { exact: 0.5, rounded: 1.05 };

/** Anything but AES-128 over whole segments is for licensed players; the parser leaves some of it out. */
const PROTECTED = /^#EXT-X-KEY:.*METHOD=(?!NONE\b|AES-128(?![\w-]))/m;

/**
 * Reads a playlist (RFC 8216) with m3u8-parser; only this file knows that package.
 * @param url where it came from: its entries are relative to that.
 * @throws DomainError NOT_MEDIA, LIVE_STREAM or DRM_PROTECTED.
 */
export function readPlaylist(text: string, url: string): Playlist {
  if (!text.trimStart().startsWith('#EXTM3U')) {
    throw new DomainError('NOT_MEDIA');
  }
  const parser = new Parser();
  parser.push(text);
  parser.end();
  const manifest = parser.manifest as unknown as Manifest;
  const variants = manifest.playlists ?? [];
  if (variants.length > 0) {
    const best = [...variants].sort((a, b) => bandwidth(b) - bandwidth(a))[0];
    return {
      kind: 'master',
      best: resolve(best?.uri, url),
      variant: JSON.stringify(best?.attributes ?? {}),
    };
  }
  if (PROTECTED.test(text)) {
    throw new DomainError('DRM_PROTECTED');
  }
  const durationSeconds = hlsLength(text);
  if (durationSeconds === 'live') {
    throw new DomainError('LIVE_STREAM');
  }
  const segments = mediaSegments(manifest, url);
  if (segments.length === 0) {
    throw new DomainError('SOURCE_INCOMPLETE', { cause: 'a playlist without segments' });
  }
  return { kind: 'media', segments, durationSeconds: durationSeconds ?? 0 };
}

/**
 * How long an HLS media playlist (RFC 8216) plays, in seconds; 'live' while it still grows, null for
 * anything without a length of its own: a master playlist, a page. Reads far less than the parser
 * does, since visitors wait for it.
 */
export function hlsLength(text: string): number | 'live' | null {
  if (!text.trimStart().startsWith('#EXTM3U') || /^#EXT-X-STREAM-INF:/m.test(text)) {
    return null;
  }
  // A recording without an end mark says that it will not change (RFC 8216 §4.3.3.5).
  if (!/^#EXT-X-(ENDLIST|PLAYLIST-TYPE:\s*VOD)\s*$/m.test(text)) {
    return 'live';
  }
  const segments = [...text.matchAll(/^#EXTINF:\s*(\d+(?:\.\d*)?)/gm)];
  return segments.reduce((seconds, [, length]) => seconds + Number(length), 0);
}

function mediaSegments(manifest: Manifest, url: string): Segment[] {
  const segments: Segment[] = [];
  const entries = manifest.segments ?? [];
  const isRounded = entries.every(({ duration }) => Number.isInteger(duration));
  const slackSeconds = isRounded ? SLACK_SECONDS.rounded : SLACK_SECONDS.exact;
  let map = '';
  entries.forEach((segment, index) => {
    const sequence = (manifest.mediaSequence ?? 0) + index;
    // The initialisation section stands once before the segments it belongs to.
    const mapId = JSON.stringify(segment.map ?? null);
    if (segment.map !== undefined && mapId !== map) {
      const expected = { holds: 'init', seconds: 0, slackSeconds, startsAnew: false } as const;
      segments.push(entry(segment.map, { sequence, base: url, expected }));
    }
    map = mapId;
    const expected: ExpectedSegment = {
      holds: 'media',
      seconds: segment.duration ?? null,
      slackSeconds,
      startsAnew: segment.discontinuity === true,
    };
    segments.push(entry(segment, { sequence, base: url, expected }));
  });
  return segments;
}

function entry(
  { uri, byterange, key }: ManifestSegment,
  { sequence, base, expected }: { sequence: number; base: string; expected: ExpectedSegment },
): Segment {
  return {
    url: resolve(uri, base),
    range: rangeOf(byterange),
    key: keyOf(key, sequence, base),
    expected,
  };
}

function keyOf(key: ManifestKey | undefined, sequence: number, base: string): SegmentKey | null {
  if (key?.method === undefined || key.method === 'NONE') {
    return null;
  }
  if (key.method !== 'AES-128' || key.uri === undefined) {
    throw new DomainError('DRM_PROTECTED', { cause: key.method });
  }
  const iv = Buffer.alloc(16);
  if (key.iv === undefined) {
    // Without an IV the media sequence number is the IV (RFC 8216 §5.2).
    iv.writeBigUInt64BE(BigInt(sequence), 8);
  } else {
    key.iv.forEach((word, at) => iv.writeUInt32BE(word, at * 4));
  }
  return { url: resolve(key.uri, base), iv };
}

function rangeOf(byterange: Byterange | undefined): Segment['range'] {
  if (byterange === undefined) {
    return null;
  }
  const { length, offset: start = 0 } = byterange;
  return { start, end: start + length - 1 };
}

function resolve(uri: string | undefined, base: string): string {
  const url = uri === undefined ? null : parseUrl(uri, base);
  if (url === null) {
    throw new DomainError('SOURCE_FAILED', { cause: 'a playlist entry without an address' });
  }
  return url.href;
}

function bandwidth(variant: { attributes?: { BANDWIDTH?: number } }): number {
  return variant.attributes?.BANDWIDTH ?? 0;
}
