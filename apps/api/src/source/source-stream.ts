/** A media URL, and the headers its source wants with each request (never shown to the browser). */
export interface Remote {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How the bytes come: one file, an HLS playlist, or a list of DASH segments. */
export type Protocol = 'file' | 'hls' | 'dash';

/** One stream (or muxed pair) as a source serves it: what it takes to fetch it, and no more. */
export interface SourceStream extends Remote {
  readonly protocol: Protocol;
  /** DASH only: the segments in order, the initialisation segment first. */
  readonly segments: readonly string[] | null;
  /** DASH only: how long each of them plays, seconds; null where the manifest does not say. */
  readonly segmentSeconds?: readonly (number | null)[] | null;
  /** Size in bytes as the page has it, where it does. */
  readonly sizeBytes?: number | null;
  /** The size is only about right. */
  readonly sizeIsEstimate?: boolean;
}

/** The size of a file that its page vouches for, bytes; null when there is none. */
export function exactSize({
  protocol,
  sizeBytes = null,
  sizeIsEstimate = true,
}: Pick<SourceStream, 'protocol' | 'sizeBytes' | 'sizeIsEstimate'>): number | null {
  return protocol === 'file' && !sizeIsEstimate ? sizeBytes : null;
}

/** One piece of a segmented stream, in the order of the stream. */
export interface Segment {
  readonly url: string;
  /** Only these bytes of the resource (HLS EXT-X-BYTERANGE); `end` is inclusive. */
  readonly range: { readonly start: number; readonly end: number } | null;
  readonly key: SegmentKey | null;
  readonly expected: ExpectedSegment;
}

/** What a playlist or manifest says about a segment. */
export interface ExpectedSegment {
  /** An initialisation section, or pictures and sound. */
  readonly holds: 'init' | 'media' | 'unknown';
  /** How long it plays; null where that is not said. */
  readonly seconds: number | null;
  /** By how much a good one may last longer or less, seconds. */
  readonly slackSeconds: number;
  /** Its timestamps need not follow on those before it. */
  readonly startsAnew: boolean;
}

/** AES-128-CBC key of a segment (RFC 8216 §4.3.2.4). */
export interface SegmentKey {
  readonly url: string;
  readonly iv: Buffer;
}

/**
 * Another URL of the same stream. A cookie stays with the origin that set it: playlists and pages
 * may lead anywhere.
 */
export function remoteAt(url: string, { url: origin, headers }: Remote): Remote {
  const { cookie, ...others } = headers;
  const staysHere = cookie !== undefined && new URL(url).origin === new URL(origin).origin;
  return { url, headers: staysHere ? { ...others, cookie } : others };
}
