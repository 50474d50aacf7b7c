import { parseUrl } from '@dipper/media';
import { DomainError } from '../../infra/errors/domain-error.js';
import { TimeSlice } from '../../infra/process/time-slice.js';
import {
  type Byterange,
  type ManifestKey,
  type ManifestMap,
  type Manifest,
  type ManifestSegment,
  type ManifestVariant,
  readManifest,
} from './hls-manifest.js';
import { playlistLines, playlistTooLarge } from './playlist-lines.js';
import type { ExpectedSegment, Segment, SegmentKey } from '../client/source-stream.js';

/** Maximum size of a playlist in bytes. It is enough for hours of two-second segments. */
export const MAX_PLAYLIST_BYTES = 8 * 1024 * 1024;
/**
 * Maximum total length of the resolved URLs, in characters. A relative URI is prefixed with the
 * playlist's own URL, which may be 8 KB long, so 25,000 URIs could take 200 MB.
 */
const MAX_ADDRESS_CHARACTERS = 3 * MAX_PLAYLIST_BYTES;

export type Playlist =
  | {
      readonly kind: 'media';
      readonly segments: readonly Segment[];
      readonly durationSeconds: number;
      /** False for a recording without an end mark, which may have broken off. */
      readonly hasEndMark: boolean;
    }
  /**
   * `variant` identifies the best stream by its attributes, which don't change for the same stream.
   */
  | { readonly kind: 'master'; readonly best: string; readonly variant: string };

/**
 * Tolerance for the duration of a segment in the playlist, in seconds. Whole numbers may have been
 * rounded up.
 */
const SLACK_SECONDS = { exact: 0.5, rounded: 1.05 };

/** Encryption with any method but AES-128 over whole segments needs a licensed player. */
const PROTECTED = /^#EXT-X-KEY:.*METHOD=(?!NONE\b|AES-128(?![\w-]))/m;

const END_MARK = /^#EXT-X-ENDLIST\s*$/m;

/**
 * Reads a playlist (RFC 8216).
 * @param url the playlist's own URL, to which its URIs are relative.
 * @throws DomainError NOT_MEDIA, LIVE_STREAM or DRM_PROTECTED; SOURCE_INCOMPLETE or SOURCE_FAILED
 * for a playlist that is empty, invalid, or too large for any recording.
 */
export async function readPlaylist(text: string, url: string): Promise<Playlist> {
  if (!text.trimStart().startsWith('#EXTM3U')) {
    throw new DomainError('NOT_MEDIA');
  }
  const manifest = await readManifest(text);
  const variants = [...(manifest.variants ?? [])].sort((a, b) => bandwidth(b) - bandwidth(a));
  if (variants[0] !== undefined) {
    const { uri, attributes } = variants[0];
    return {
      kind: 'master',
      best: new Addresses(url).resolve(uri),
      variant: JSON.stringify(attributes),
    };
  }
  if (PROTECTED.test(text)) {
    throw new DomainError('DRM_PROTECTED');
  }
  const durationSeconds = hlsLength(text);
  if (durationSeconds === 'live') {
    throw new DomainError('LIVE_STREAM');
  }
  const segments = await mediaSegments(manifest, url);
  if (segments.length === 0) {
    throw new DomainError('SOURCE_INCOMPLETE', { cause: 'a playlist without segments' });
  }
  const hasEndMark = END_MARK.test(text);
  return { kind: 'media', segments, durationSeconds: durationSeconds ?? 0, hasEndMark };
}

/**
 * The duration of an HLS media playlist (RFC 8216) in seconds; 'live' if the playlist is still
 * growing; null for anything without a duration, such as a master playlist or a web page. Does far
 * less than the parser, because visitors wait for the result.
 * @throws DomainError SOURCE_FAILED for a playlist that is too large for any recording.
 */
export function hlsLength(text: string): number | 'live' | null {
  if (!text.trimStart().startsWith('#EXTM3U')) {
    return null;
  }
  let [seconds, isOver] = [0, false];
  for (const line of playlistLines(text)) {
    if (line.startsWith('#EXT-X-STREAM-INF:')) {
      return null;
    }
    // A recording without an end mark declares that it won't change (RFC 8216 §4.3.3.5).
    isOver ||= /^#EXT-X-(?:ENDLIST|PLAYLIST-TYPE:\s*VOD)$/.test(line);
    seconds += Number(/^#EXTINF:\s*(\d+(?:\.\d*)?)/.exec(line)?.[1] ?? 0);
  }
  return isOver ? seconds : 'live';
}

async function mediaSegments(manifest: Manifest, url: string): Promise<Segment[]> {
  const slice = new TimeSlice();
  const segments: Segment[] = [];
  const entries = manifest.segments ?? [];
  const isRounded = entries.every(({ duration }) => Number.isInteger(duration));
  const slackSeconds = isRounded ? SLACK_SECONDS.rounded : SLACK_SECONDS.exact;
  const addresses = new Addresses(url);
  let map: ManifestMap | null = null;
  for (const [index, segment] of entries.entries()) {
    if (slice.isOver) {
      await slice.rest();
    }
    const sequence = manifest.mediaSequence + index;
    // The map is added once, before the segments that it belongs to.
    if (segment.map !== null && !isSame(segment.map, map)) {
      const expected = { holds: 'init', seconds: 0, slackSeconds, startsAnew: false } as const;
      segments.push(entry(segment.map, { sequence, addresses, expected }));
    }
    map = segment.map;
    const expected: ExpectedSegment = {
      holds: 'media',
      seconds: segment.duration,
      slackSeconds,
      startsAnew: segment.discontinuity,
    };
    segments.push(entry(segment, { sequence, addresses, expected }));
  }
  return segments;
}

/** Some playlists repeat the map before each segment. */
function isSame(one: ManifestMap, other: ManifestMap | null): boolean {
  return (
    one === other ||
    (one.uri === other?.uri &&
      one.byterange?.offset === other?.byterange?.offset &&
      one.byterange?.length === other?.byterange?.length &&
      one.key?.uri === other?.key?.uri &&
      one.key?.iv === other?.key?.iv)
  );
}

/** An entry's sequence number, the resolver for its URIs, and what the playlist states about it. */
interface Place {
  readonly sequence: number;
  readonly addresses: Addresses;
  readonly expected: ExpectedSegment;
}

function entry(
  { uri, byterange, key }: Pick<ManifestSegment, 'byterange' | 'key'> & Pick<ManifestMap, 'uri'>,
  { sequence, addresses, expected }: Place,
): Segment {
  return {
    url: addresses.resolve(uri),
    range: rangeOf(byterange),
    key: keyOf(key, sequence, addresses),
    expected,
  };
}

function keyOf(key: ManifestKey | null, sequence: number, addresses: Addresses): SegmentKey | null {
  if (key === null) {
    return null;
  }
  const isPlain = key.method === 'AES-128' && (key.format ?? 'identity') === 'identity';
  if (!isPlain || key.uri === undefined) {
    throw new DomainError('DRM_PROTECTED', { cause: key.method });
  }
  const iv = key.iv === null ? numbered(sequence) : Buffer.from(key.iv, 'hex');
  return { url: addresses.resolve(key.uri), iv };
}

/** The IV of a segment that doesn't give one: its media sequence number (RFC 8216 §5.2). */
function numbered(sequence: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(sequence), 8);
  return iv;
}

function rangeOf(byterange: Byterange | null): Segment['range'] {
  return byterange && { start: byterange.offset, end: byterange.offset + byterange.length - 1 };
}

/** Resolves the URIs of a playlist. A repeated URI takes no further memory. */
class Addresses {
  private readonly known = new Map<string, string>();
  private characters = 0;

  /** @param base the playlist's own URL. */
  constructor(private readonly base: string) {}

  /**
   * @throws DomainError SOURCE_FAILED if there is no valid URI, or beyond `MAX_ADDRESS_CHARACTERS`.
   */
  resolve(uri: string | undefined): string {
    const known = this.known.get(uri ?? '');
    if (known !== undefined) {
      return known;
    }
    const href = uri === undefined ? undefined : parseUrl(uri, this.base)?.href;
    if (uri === undefined || href === undefined) {
      throw new DomainError('SOURCE_FAILED', { cause: 'a playlist entry without a valid URI' });
    }
    this.characters += href.length;
    if (this.characters > MAX_ADDRESS_CHARACTERS) {
      throw playlistTooLarge(`${MAX_ADDRESS_CHARACTERS} characters of addresses`);
    }
    this.known.set(uri, href);
    return href;
  }
}

function bandwidth({ attributes }: ManifestVariant): number {
  return Number(/^\d{1,15}/.exec(attributes['BANDWIDTH'] ?? '')?.[0] ?? 0);
}
