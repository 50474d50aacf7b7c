/**
 * A media URL and the headers that its source requires with each request. The headers are never
 * sent to the browser.
 */
export interface Remote {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How the bytes are delivered: one file, an HLS playlist, or a list of DASH segments. */
export type Protocol = 'file' | 'hls' | 'dash';

/**
 * A stream at a source (or video and audio in one stream), with only the data that is needed to
 * fetch it.
 */
export interface SourceStream extends Remote {
  readonly protocol: Protocol;
  /** DASH only: the segments in order, beginning with the initialization segment. */
  readonly segments: readonly string[] | null;
  /** DASH only: duration of each segment in seconds; null if the manifest doesn't give it. */
  readonly segmentSeconds?: readonly (number | null)[] | null;
  /** Size in bytes according to the page, if it gives one. */
  readonly sizeBytes?: number | null;
  readonly sizeIsEstimate?: boolean;
}

/** A file's exact size in bytes according to its page; null if the page doesn't give it. */
export function exactSize({
  protocol,
  sizeBytes = null,
  sizeIsEstimate = true,
}: Pick<SourceStream, 'protocol' | 'sizeBytes' | 'sizeIsEstimate'>): number | null {
  return protocol === 'file' && !sizeIsEstimate ? sizeBytes : null;
}

export interface Segment {
  readonly url: string;
  /**
   * Set if the segment is only a part of the resource (HLS EXT-X-BYTERANGE). `end` is inclusive.
   */
  readonly range: { readonly start: number; readonly end: number } | null;
  readonly key: SegmentKey | null;
  readonly expected: ExpectedSegment;
}

/** What a playlist or manifest states about a segment. */
export interface ExpectedSegment {
  readonly holds: 'init' | 'media' | 'unknown';
  /** Duration of the segment; null when unknown. */
  readonly seconds: number | null;
  /** How much the duration of a good segment may differ from `seconds`. */
  readonly slackSeconds: number;
  /** True if the segment's timestamps need not continue those of the segment before it. */
  readonly startsAnew: boolean;
}

/** AES-128-CBC key of a segment (RFC 8216 §4.3.2.4). */
export interface SegmentKey {
  readonly url: string;
  readonly iv: Buffer;
}

/**
 * Another URL of the same stream, with the headers to send to it. A cookie is sent only to the
 * origin that set it, because playlists and pages may link anywhere.
 */
export function remoteAt(url: string, { url: origin, headers }: Remote): Remote {
  const { cookie, ...others } = headers;
  const staysHere = cookie !== undefined && new URL(url).origin === new URL(origin).origin;
  return { url, headers: staysHere ? { ...others, cookie } : others };
}
