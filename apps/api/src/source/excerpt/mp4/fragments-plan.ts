import { BOX_HEAD_BYTES, type Box, boxAt } from '../../inspection/mp4/mp4-box.js';
import type { SegmentBytes } from '../../inspection/segment-bytes.js';
import type { Span } from '../../client/source-damaged.js';
import { type BytePlan, mergedRanges, ExcerptUnavailable } from '../byte-plan.js';
import {
  type FragmentedHead,
  type FragmentTimes,
  readHead,
  SAMPLE_BUDGET,
  timesOfFragment,
} from './fragment-times.js';
import { randomAccessIn } from './mfra.js';
import type { Mp4Top } from './mp4-top.js';
import { piecesFor, readSidx } from './sidx.js';

/** Maximum number of fragments that are examined one after another if there is no index. */
const MOST_STEPS = 64;
/** Margin in seconds for audio decoders, whose first frames are distorted. */
const BEFORE = 1;

/** The byte range of the wanted fragments. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly sourceSeconds: number | null;
}

/**
 * Plans an excerpt of a fragmented MP4: its header, and the fragments of the span. They are found
 * with the index before the fragments (sidx) or at the end of the file (mfra), otherwise by walking
 * through the fragments.
 * @throws ExcerptUnavailable, MalformedSegment or RangeError.
 */
export async function planFragments(
  bytes: SegmentBytes,
  top: Mp4Top,
  span: Span,
): Promise<BytePlan> {
  const { moov, moof, indexes } = top;
  if (moov === null || moof === null) {
    throw new ExcerptUnavailable('fragments without a head');
  }
  const head = readHead(moov.bytes, moov.root);
  const budget = { samples: SAMPLE_BUDGET };
  const timesAt = async (box: Box, at: number): Promise<FragmentTimes> =>
    timesOfFragment(await bytes.read(at, box.end - at), head, budget);
  const firstAt = moof.start - 8;
  const first = await timesAt(moof, firstAt);
  const startSeconds = Math.max(0, first.start);
  const wanted = { from: span.from + startSeconds, to: span.to + startSeconds };
  const found =
    (await bySidx(bytes, indexes, { span, firstAt, head })) ??
    (await byMfra(bytes, { head, wanted, firstAt })) ??
    (await byWalk(bytes, { timesAt, wanted, firstAt }));
  return {
    ranges: mergedNear(firstAt, found),
    // The old indexes are no longer valid, so they become free space.
    patches: indexes.map(({ start }) => ({ at: start - 4, bytes: Buffer.from('free', 'latin1') })),
    startSeconds,
    sourceSeconds: found.sourceSeconds,
  };
}

/**
 * Keeps the ranges apart. If they were merged, readers would also find the fragments in between,
 * because they look for one fragment after another.
 */
function mergedNear(firstAt: number, { start, end }: Found): BytePlan['ranges'] {
  const ranges = [
    { start: 0, end: firstAt },
    { start, end },
  ];
  return start === firstAt ? mergedRanges(ranges) : ranges;
}

async function bySidx(
  bytes: SegmentBytes,
  indexes: readonly Box[],
  { span, firstAt, head }: { span: Span; firstAt: number; head: FragmentedHead },
): Promise<Found | null> {
  const read = await Promise.all(
    indexes.map(async ({ start, end }) => readSidx(await bytes.read(start, end - start), end)),
  );
  // There is one index for each track, over the same fragments. The video's index is preferred,
  // because it shows where decoding can start.
  const usable = read.flatMap((index) => (index?.pieces[0]?.start === firstAt ? [index] : []));
  const chosen =
    usable.find(({ trackId }) => head.tracks.get(trackId)?.type === 'video') ?? usable[0];
  if (chosen === undefined) {
    return null;
  }
  const [start, end] = piecesFor(chosen.pieces, span);
  if (end > bytes.size) {
    throw new ExcerptUnavailable('an index that leads outside the file');
  }
  return { start, end, sourceSeconds: chosen.pieces.at(-1)?.to ?? null };
}

async function byMfra(
  bytes: SegmentBytes,
  { head, wanted, firstAt }: { head: FragmentedHead; wanted: Span; firstAt: number },
): Promise<Found | null> {
  const places = await randomAccessIn(bytes, head);
  if (places === null || places.points[0]?.at !== firstAt) {
    return null;
  }
  const { points, end } = places;
  // Add one fragment on either side, because a fragment's audio and video don't start together.
  const from = points.findLastIndex(({ seconds }) => seconds <= wanted.from);
  const to = points.findIndex(({ seconds }) => seconds > wanted.to);
  return {
    start: points[Math.max(0, from - 1)]?.at ?? firstAt,
    end: (to === -1 ? undefined : points[to + 1]?.at) ?? end,
    sourceSeconds: null,
  };
}

async function byWalk(
  bytes: SegmentBytes,
  {
    timesAt,
    wanted,
    firstAt,
  }: {
    timesAt: (box: Box, at: number) => Promise<FragmentTimes>;
    wanted: Span;
    firstAt: number;
  },
): Promise<Found> {
  const seen: { readonly at: number; readonly sync: number | null }[] = [];
  let after = 0;
  for (let [at, steps] = [firstAt, 0]; ; steps += 1) {
    if (steps > MOST_STEPS * 2) {
      throw new ExcerptUnavailable('fragments without an index');
    }
    const box =
      at >= bytes.size ? null : boxAt(await bytes.read(at, BOX_HEAD_BYTES), at, bytes.size);
    if (box === null || box.type === 'mfra') {
      return { start: startAmong(seen, wanted), end: at, sourceSeconds: null };
    }
    if (box.type === 'moof') {
      const { start, firstSync } = await timesAt(box, at);
      after += start > wanted.to + BEFORE ? 1 : 0;
      if (after > 1) {
        return { start: startAmong(seen, wanted), end: at, sourceSeconds: null };
      }
      seen.push({ at, sync: firstSync });
    }
    at = box.end;
  }
}

function startAmong(
  seen: readonly { readonly at: number; readonly sync: number | null }[],
  { from }: Span,
): number {
  const found = seen.findLast(({ sync }) => sync !== null && sync <= from - BEFORE) ?? seen[0];
  if (found === undefined) {
    throw new ExcerptUnavailable('no fragments');
  }
  return found.at;
}
