/** Start and end of one stream of a segment, in seconds on the recording's timeline. */
export interface TrackSpan {
  /** Identifies the stream in all segments of one kind: a PID or a track number. */
  readonly id: number;
  readonly type: 'video' | 'audio';
  readonly start: number;
  /** Null if the duration of the last frame is unknown. */
  readonly end: number | null;
  /** Longest interval between two frames, in seconds. */
  readonly longestStep: number;
}

export interface StreamCoding extends Pick<TrackSpan, 'id' | 'type'> {
  /** Only compared for equality. */
  readonly coding: string;
}

export type SegmentContainer = 'ts' | 'mp4' | 'webm' | 'audio';

/** What can be found out about a segment without decoding it. */
export interface SegmentReport {
  /** Null if the segment is not media. */
  readonly container: SegmentContainer | null;
  /** True if the segment describes streams and contains no media. */
  readonly isInit: boolean;
  /** What is wrong with the segment, for the log; null if it is complete and well formed. */
  readonly problem: string | null;
  /**
   * Whether the segments after it can still be read. A box that claims more bytes than there are
   * would swallow them.
   */
  readonly isContained: boolean;
  readonly tracks: readonly TrackSpan[];
  /** Duration of the frames in seconds if they have no timestamps; otherwise null. */
  readonly untimedSeconds: number | null;
  /** Digest of all bytes if nothing else identifies the segment; otherwise null. */
  readonly digest: string | null;
  /** Number of seconds after which timestamps wrap to zero; null if they don't. */
  readonly wrapSeconds: number | null;
  /** How the streams are coded; only those for which the segment shows it. */
  readonly codings: readonly StreamCoding[];
  /** Number of fragments or clusters. If there is only one, truncation is always noticed. */
  readonly pieces: number;
  /**
   * First and last counters of each stream, which show whether a segment directly follows another.
   */
  readonly counters: ReadonlyMap<number, Counter>;
  /** Streams whose last packet continues in the next segment. */
  readonly unfinished: readonly number[];
  /** Streams that start with the rest of a packet from the previous segment. */
  readonly continued: readonly number[];
}

interface Counter {
  readonly first: number;
  readonly last: number;
  /** The value at which counters wrap to zero. */
  readonly modulus: number;
}

/** A report that is empty except for the given fields. */
export function segmentReport(changes: Partial<SegmentReport>): SegmentReport {
  return {
    container: null,
    isInit: false,
    problem: null,
    isContained: true,
    tracks: [],
    untimedSeconds: null,
    digest: null,
    wrapSeconds: null,
    codings: [],
    pieces: 0,
    counters: new Map(),
    unfinished: [],
    continued: [],
    ...changes,
  };
}

/** Thrown to stop reading a segment. Its message describes the problem. */
export class MalformedSegment extends Error {
  /** @param isContained see `SegmentReport`. */
  constructor(
    message: string,
    readonly isContained = true,
  ) {
    super(message);
  }
}
