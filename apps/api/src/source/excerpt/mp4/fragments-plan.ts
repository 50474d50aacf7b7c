import type { Span } from '../../client/source-damaged.js';
import type { SegmentBytes } from '../../inspection/segment-bytes.js';
import { MediaUnreadable, runMediaJob } from '../../media/media-job.js';
import { type BytePlan, ExcerptUnavailable } from '../byte-plan.js';
import type { Mp4Top } from './mp4-top.js';
import { piecesFor, readSidx } from './sidx.js';

interface Wanted {
  readonly top: Mp4Top;
  readonly span: Span;
  readonly signal: AbortSignal;
}

/**
 * Plans an excerpt of an MP4 whose fragments are listed in an index before them (sidx): its header,
 * and the fragments of the span. Sites offer such files for DASH. mediabunny does not read this
 * index and would request every fragment from the start.
 * @param wanted the file's top level, and the span of playing time in seconds.
 * @returns null for any other MP4.
 * @throws ExcerptUnavailable, MalformedSegment or RangeError; the signal's reason.
 */
export async function planFragments(bytes: SegmentBytes, wanted: Wanted): Promise<BytePlan | null> {
  const { top, span, signal } = wanted;
  const { moof, indexes } = top;
  if (moof === null || indexes.length === 0) {
    return null;
  }
  const firstAt = moof.start - 8;
  const read = await Promise.all(
    indexes.map(async ({ start, end }) => readSidx(await bytes.read(start, end - start), end)),
  );
  // There is one index for each track, over the same fragments.
  const usable = read.flatMap((index) => (index?.pieces[0]?.start === firstAt ? [index] : []));
  const [any] = usable;
  if (any === undefined) {
    return null;
  }
  const { videoIds, start: first } = await timesOf(bytes, moof.end, signal);
  // The video's index is preferred, because it shows where decoding can start.
  const { pieces } = usable.find(({ trackId }) => videoIds.includes(trackId)) ?? any;
  const [start, end] = piecesFor(pieces, span);
  if (end > bytes.size) {
    throw new ExcerptUnavailable('an index that leads outside the file');
  }
  return {
    ranges:
      start === firstAt
        ? [{ start: 0, end }]
        : [
            { start: 0, end: firstAt },
            { start, end },
          ],
    // The old indexes are no longer valid, so they become free space.
    patches: indexes.map(({ start: at }) => ({ at: at - 4, bytes: Buffer.from('free', 'latin1') })),
    startSeconds: Math.max(0, first),
    sourceSeconds: pieces.at(-1)?.to ?? null,
  };
}

/**
 * Finds when a file plays, from its start up to the tables of its first fragment.
 * @param size where these tables end; the file is treated as if it ended there
 */
async function timesOf(
  bytes: SegmentBytes,
  size: number,
  signal: AbortSignal,
): Promise<{ videoIds: readonly number[]; start: number }> {
  const head = { size, read: (at: number, length: number) => bytes.read(at, length) };
  try {
    return await runMediaJob({ kind: 'times' }, head, signal);
  } catch (error) {
    throw error instanceof MediaUnreadable
      ? new ExcerptUnavailable(error.message, { cause: error })
      : error;
  }
}
