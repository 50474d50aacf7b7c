/** Start and end of one stream of a segment on the recording's timeline, seconds. */
export interface TrackSpan {
  /** Identifies the stream in all segments of one kind: a PID or a track number. */
  readonly id: number;
  readonly type: 'video' | 'audio';
  readonly start: number;
  /** Null if the duration of the last frame is unknown. */
  readonly end: number | null;
  /** Longest interval between two frames, seconds. */
  readonly longestStep: number;
}

/** How one stream of a segment is coded. */
export interface StreamCoding extends Pick<TrackSpan, 'id' | 'type'> {
  /** Compared for equality only. */
  readonly coding: string;
}

export type Container = 'ts' | 'mp4' | 'webm' | 'audio';

/** The contents of a segment, found without decoding. */
export interface SegmentReport {
  /** Null for anything but media. */
  readonly container: Container | null;
  /** True if it describes streams and holds no media. */
  readonly isInit: boolean;
  /** What is wrong with it, for the log; null for a complete and well-formed segment. */
  readonly problem: string | null;
  /**
   * Whether later segments can still be read after it: a box that claims more bytes than there are
   * would swallow them.
   */
  readonly isContained: boolean;
  readonly tracks: readonly TrackSpan[];
  /** Duration from its frames if it has no timestamps, seconds. */
  readonly untimedSeconds: number | null;
  /** Digest of all bytes if nothing else identifies the segment; else null. */
  readonly digest: string | null;
  /** Timestamps wrap to zero after this many seconds; null if they don't. */
  readonly wrapSeconds: number | null;
  /** How its streams are coded, as far as it says. */
  readonly codings: readonly StreamCoding[];
  /** Number of fragments or clusters. If there is only one, it can't be truncated unnoticed. */
  readonly pieces: number;
  /** First and last counters by stream, which show whether a segment directly follows another. */
  readonly counters: ReadonlyMap<number, Counter>;
  /** Streams whose last packet continues in the next segment. */
  readonly unfinished: readonly number[];
  /** Streams that start with the rest of a packet from the previous segment. */
  readonly continued: readonly number[];
}

interface Counter {
  readonly first: number;
  readonly last: number;
  /** Counters wrap to zero at this value. */
  readonly modulus: number;
}

/** An empty report with the given fields set. */
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

/** Thrown to stop reading a segment; its message says what is wrong. */
export class MalformedSegment extends Error {
  /** @param isContained see `SegmentReport` */
  constructor(
    message: string,
    readonly isContained = true,
  ) {
    super(message);
  }
}
