/** Where one stream of a segment begins and ends on the timeline of the recording, seconds. */
export interface TrackSpan {
  /** The same for the same stream in all segments of one kind: a PID, a track number. */
  readonly id: number;
  readonly type: 'video' | 'audio';
  readonly start: number;
  /** Null where the length of the last picture cannot be told. */
  readonly end: number | null;
  /** Longest time from one picture or frame to the next, seconds. */
  readonly longestStep: number;
}

export type Container = 'ts' | 'mp4' | 'webm' | 'audio';

/** What a segment turned out to hold. Nothing is decoded. */
export interface SegmentReport {
  /** Null for what is no media at all. */
  readonly container: Container | null;
  /** Holds the description of streams, and no pictures or sound. */
  readonly isInit: boolean;
  /** What is wrong with it, for the log; null for a segment that is whole and well formed. */
  readonly problem: string | null;
  /**
   * True when the segments after it can still be read with it in front of them: a box that promises
   * more bytes than there are would swallow them.
   */
  readonly isContained: boolean;
  readonly tracks: readonly TrackSpan[];
  /** How long it plays, where it has no timestamps but its frames say; seconds. */
  readonly untimedSeconds: number | null;
  /** Of all its bytes, where nothing else tells it from another segment; null where something does. */
  readonly digest: string | null;
  /** Timestamps begin at zero again after so many seconds; null when they do not. */
  readonly wrapSeconds: number | null;
  /** How the streams are coded, as far as the segment says; null when it does not. */
  readonly coding: string | null;
  /** Fragments or clusters: what has only one cannot be cut without a trace. */
  readonly pieces: number;
  /** Counters at both ends by stream, which show whether a segment follows directly on another. */
  readonly counters: ReadonlyMap<number, Counter>;
  /** Streams whose last packet goes on in the next segment. */
  readonly unfinished: readonly number[];
  /** Streams whose first bytes belong to a packet of the segment before. */
  readonly continued: readonly number[];
}

interface Counter {
  readonly first: number;
  readonly last: number;
  /** Counters go from this to zero. */
  readonly modulus: number;
}

/** A report without findings, with changes. */
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
    coding: null,
    pieces: 0,
    counters: new Map(),
    unfinished: [],
    continued: [],
    ...changes,
  };
}

/** Ends the reading of a segment; its message says what is wrong. */
export class Malformed extends Error {
  /** @param isContained see `SegmentReport` */
  constructor(
    message: string,
    readonly isContained = true,
  ) {
    super(message);
  }
}
