import { open } from 'node:fs/promises';
import { BOX_HEAD_BYTES, type Box, boxAt } from '../inspection/mp4/mp4-box.js';
import { isMp4 } from '../inspection/mp4/mp4-segment.js';
import { inspectSegment, NO_HEAD } from '../inspection/inspect-segment.js';
import { segmentBytes, type SegmentBytes } from '../inspection/segment-bytes.js';
import { MalformedSegment } from '../inspection/segment-report.js';
import { isOutOfRange, ExcerptUnavailable } from './byte-plan.js';
import { readHead, SAMPLE_BUDGET, timesOfFragment } from './mp4/fragment-times.js';

/** Start and end of a file of segments, in seconds on the stream's clock. */
export interface StreamTimes {
  readonly start: number;
  /** Null when unknown. */
  readonly end: number | null;
  /** Number of seconds after which the clock wraps to zero; null if it doesn't. */
  readonly wrapSeconds: number | null;
  /** True if ffmpeg ignores the stream's clock and starts the file at zero. */
  readonly isBare: boolean;
}

/** The result for frames without timestamps. */
export const UNTIMED = 'untimed';

/**
 * Reads the start and end of a stream from its segments.
 * @param path path of concatenated segments with their init segment.
 * @returns null if the file can't be read as one stream, for example around an advertisement.
 */
export async function streamTimes(path: string): Promise<StreamTimes | typeof UNTIMED | null> {
  const file = await open(path);
  try {
    const bytes = await segmentBytes(file);
    const isFragmented = isMp4(Buffer.from(await bytes.read(0, BOX_HEAD_BYTES)));
    return await (isFragmented ? fragmentTimes(bytes) : segmentTimes(bytes));
  } catch (error) {
    if (
      error instanceof MalformedSegment ||
      error instanceof ExcerptUnavailable ||
      isOutOfRange(error)
    ) {
      return null;
    }
    throw error;
  } finally {
    await file.close();
  }
}

async function segmentTimes(bytes: SegmentBytes): Promise<StreamTimes | typeof UNTIMED | null> {
  const { report } = await inspectSegment(bytes, NO_HEAD);
  const { tracks, container, wrapSeconds, problem, untimedSeconds } = report;
  if (problem !== null || tracks.length === 0) {
    return problem === null && untimedSeconds !== null ? UNTIMED : null;
  }
  const ends = tracks.flatMap(({ end }) => end ?? []);
  return {
    start: Math.min(...tracks.map(({ start }) => start)),
    end: ends.length === 0 ? null : Math.max(...ends),
    wrapSeconds,
    isBare: container === 'audio',
  };
}

/** Start and end of fragmented MP4, taking frame reordering and edit lists into account. */
async function fragmentTimes(bytes: SegmentBytes): Promise<StreamTimes | null> {
  let head: ReturnType<typeof readHead> | null = null;
  const budget = { samples: SAMPLE_BUDGET };
  let [start, end] = [Infinity, -Infinity];
  const contents = async (box: Box, at: number): Promise<Buffer> =>
    Buffer.from(await bytes.read(at, box.end - at));
  for (let at = 0; at < bytes.size;) {
    const box = boxAt(await bytes.read(at, BOX_HEAD_BYTES), at, bytes.size);
    if (box.type === 'moov') {
      const moov = await contents(box, at);
      head = readHead(moov, { type: 'moov', start: box.start - at, end: moov.length });
    }
    if (box.type === 'moof' && head !== null) {
      const times = timesOfFragment(await contents(box, at), head, budget);
      start = Math.min(start, times.start);
      end = Math.max(end, times.end);
    }
    at = box.end;
  }
  return start === Infinity ? null : { start, end, wrapSeconds: null, isBare: false };
}
