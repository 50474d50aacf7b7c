import { rm } from 'node:fs/promises';
import type { FetchContext } from '../lanes/over-lanes.js';
import { SegmentsDownload } from '../segments/segments-download.js';
import type { SegmentedStream } from '../segments/segmented-stream.js';
import type { Span } from '../client/source-damaged.js';
import type { StreamDownload, Downloaded } from '../files/downloaded.js';
import type { SourceStream } from '../client/source-stream.js';
import { ExcerptUnavailable } from './byte-plan.js';
import {
  beginningOf,
  hasDiscontinuities,
  nominalSeconds,
  type SegmentWindow,
  windowOf,
} from './segment-window.js';
import { type StreamTimes, streamTimes, UNTIMED } from './stream-start.js';

/** Maximum number of windows to try if a playlist is wrong about its segments. */
const MOST_TRIES = 3;
/** Tolerated difference between the timestamps and the playlist, in seconds. */
const ROUNDING = 0.05;

/**
 * The position of a window according to its timestamps, in seconds from the start of the stream.
 */
interface Measured {
  /** The timestamp on the file's clock at which the stream starts. */
  readonly startSeconds: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Fetches the segments of a stream that a span needs. Playlists are only approximate, so if the
 * timestamps of the fetched segments show that they miss the span, other segments are fetched.
 */
export class SegmentsExcerpt implements StreamDownload {
  private readonly download: SegmentsDownload;
  private found_: Downloaded | null = null;
  /** The times of the first segment of the stream, once they have been needed. */
  private firstTimes: ReturnType<typeof streamTimes> | null = null;

  /** @param read resolves a stream to its segments. */
  constructor(
    private readonly path: string,
    private readonly span: Span,
    private readonly context: FetchContext,
    private readonly read: (stream: SourceStream) => Promise<SegmentedStream>,
  ) {
    this.download = new SegmentsDownload(path, context);
  }

  /**
   * @throws ExcerptUnavailable if only the whole stream can be fetched; otherwise whatever
   *   `SegmentsDownload.run` throws.
   */
  async run(source: SourceStream): Promise<void> {
    const stream = await this.read(source);
    let aim = this.span;
    this.firstTimes = null;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const window = windowOf(stream, aim);
      if (window === null || (window.isFirst && window.isLast)) {
        throw new ExcerptUnavailable('all segments are needed');
      }
      await this.download.run(window.stream);
      const measured = await this.measure(stream, window);
      if (covers(measured, window, this.span)) {
        const { damage, durationSeconds } = this.download;
        this.found_ = {
          damage: damage.map(({ from, to }) => ({
            from: from + measured.from,
            to: to + measured.from,
          })),
          durationSeconds,
          excerpt: {
            startSeconds: measured.startSeconds,
            sourceSeconds: nominalSeconds(stream),
            isIndexed: false,
          },
        };
        return;
      }
      aim = aimFor(this.span, measured, window);
    }
    throw new ExcerptUnavailable('a playlist that is wrong about its segments');
  }

  found(): Downloaded {
    if (this.found_ === null) {
      throw new Error('nothing was fetched');
    }
    return this.found_;
  }

  close(): Promise<void> {
    return this.download.close();
  }

  private async measure(stream: SegmentedStream, window: SegmentWindow): Promise<Measured> {
    const times = await streamTimes(this.path, this.context.signal);
    const byPlaylist = (start: number): Measured => ({
      startSeconds: start - window.nominalAt,
      from: window.nominalAt,
      to: Infinity,
    });
    if (times === null) {
      throw new ExcerptUnavailable('segments of more than one stream');
    }
    if (times === UNTIMED) {
      // ffmpeg starts a file without a clock at zero.
      return byPlaylist(0);
    }
    if (hasDiscontinuities(stream)) {
      return byPlaylist(times.isBare ? 0 : times.start);
    }
    const first = window.isFirst ? times : await (this.firstTimes ??= this.timesOfFirst(stream));
    if (first === null || first === UNTIMED) {
      throw new ExcerptUnavailable('a stream without a start time');
    }
    const from = elapsed(first, times, window.nominalAt);
    return {
      startSeconds: (times.isBare ? 0 : times.start) - from,
      from,
      to: times.end === null ? Infinity : from + times.end - times.start,
    };
  }

  /** Temporarily fetches the first segment as well, to find out when the stream starts. */
  private async timesOfFirst(stream: SegmentedStream): ReturnType<typeof streamTimes> {
    const path = `${this.path}.first`;
    const { context } = this;
    let came = 0;
    const first = new SegmentsDownload(path, {
      ...context,
      onEstimate: () => undefined,
      onBytes: (count) => {
        came += count;
        context.onBytes(count);
      },
    });
    try {
      await first.run(beginningOf(stream));
      return await streamTimes(path, context.signal);
    } finally {
      await first.close();
      await Promise.all([path, `${path}.note`].map((name) => rm(name, { force: true })));
      // These bytes aren't part of the file. The received bytes were counted, which may be more
      // than the decrypted segment has.
      context.onBytes(-came);
    }
  }
}

/**
 * Time from the start of a stream to a window, in seconds. On a clock that wraps, the result is the
 * time closest to `nominal`.
 */
function elapsed(first: StreamTimes, window: StreamTimes, nominal: number): number {
  const difference = window.start - first.start;
  const { wrapSeconds } = window;
  return wrapSeconds === null
    ? difference
    : difference + wrapSeconds * Math.round((nominal - difference) / wrapSeconds);
}

function covers({ from, to }: Measured, { isFirst, isLast }: SegmentWindow, span: Span): boolean {
  const beginsLate = !isFirst && from > span.from + ROUNDING;
  const endsEarly = !isLast && to < span.to - ROUNDING;
  return !beginsLate && !endsEarly;
}

/**
 * Where a playlist places a span, if it is wrong by as much as it is about a window.
 * @returns seconds from the start of the stream, according to the playlist.
 */
function aimFor(
  span: Span,
  { from, to }: Measured,
  { nominalAt, nominalEnd }: SegmentWindow,
): Span {
  const late = from - nominalAt;
  // Errors of durations add up, so the end is usually wrong by more. It is infinite if unknown.
  return { from: span.from - late, to: span.to - Math.min(late, to - nominalEnd) };
}
