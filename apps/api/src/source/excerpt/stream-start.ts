import { open } from 'node:fs/promises';
import { BOX_HEAD_BYTES } from '../inspection/mp4/mp4-box.js';
import { isMp4 } from '../inspection/mp4/mp4-segment.js';
import { inspectSegment, NO_HEAD } from '../inspection/inspect-segment.js';
import { segmentBytes, type SegmentBytes } from '../inspection/segment-bytes.js';
import { MalformedSegment } from '../inspection/segment-report.js';
import { MediaUnreadable, runMediaJob } from '../media/media-job.js';
import { isOutOfRange } from './byte-plan.js';

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
 * @param path the file of concatenated segments with their init segment.
 * @returns null if the file can't be read as one stream, for example around an advertisement.
 * @throws the signal's reason.
 */
export async function streamTimes(
  path: string,
  signal: AbortSignal,
): Promise<StreamTimes | typeof UNTIMED | null> {
  const file = await open(path);
  try {
    const bytes = await segmentBytes(file);
    if (!isMp4(Buffer.from(await bytes.read(0, BOX_HEAD_BYTES)))) {
      return await segmentTimes(bytes);
    }
    // Takes frame reordering and edit lists into account.
    const { start, end } = await runMediaJob({ kind: 'times' }, bytes, signal);
    return { start, end, wrapSeconds: null, isBare: false };
  } catch (error) {
    if (
      error instanceof MalformedSegment ||
      error instanceof MediaUnreadable ||
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
