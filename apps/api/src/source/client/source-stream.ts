/**
 * A media URL and the headers that its source requires with each request (never sent to the browser).
 */
export interface Remote {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How the bytes are delivered: one file, an HLS playlist, or a list of DASH segments. */
export type Protocol = 'file' | 'hls' | 'dash';

/** One stream (or muxed pair) at a source, with only the data needed to fetch it. */
export interface SourceStream extends Remote {
  readonly protocol: Protocol;
  /** DASH only: the segments in order, the initialisation segment first. */
  readonly segments: readonly string[] | null;
  /** DASH only: duration of each segment, seconds; null if the manifest doesn't say. */
  readonly segmentSeconds?: readonly (number | null)[] | null;
  /** Size in bytes according to the page, if it gives one. */
  readonly sizeBytes?: number | null;
  /** True if the size is only an estimate. */
  readonly sizeIsEstimate?: boolean;
}

/** A file's exact size from its page, bytes; null if there is none. */
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

/** A playlist's or manifest's statements about a segment. */
export interface ExpectedSegment {
  /** An initialisation section or media. */
  readonly holds: 'init' | 'media' | 'unknown';
  /** Duration in seconds; null if unknown. */
  readonly seconds: number | null;
  /** Tolerance for the duration of a good segment, seconds. */
  readonly slackSeconds: number;
  /** The segment's timestamps may not continue those before it. */
  readonly startsAnew: boolean;
}

/** AES-128-CBC key of a segment (RFC 8216 §4.3.2.4). */
export interface SegmentKey {
  readonly url: string;
  readonly iv: Buffer;
}

/**
 * Another URL of the same stream. A cookie is sent only to the origin that set it, because
 * playlists and pages may link anywhere.
 */
export function remoteAt(url: string, { url: origin, headers }: Remote): Remote {
  const { cookie, ...others } = headers;
  const staysHere = cookie !== undefined && new URL(url).origin === new URL(origin).origin;
  return { url, headers: staysHere ? { ...others, cookie } : others };
}
