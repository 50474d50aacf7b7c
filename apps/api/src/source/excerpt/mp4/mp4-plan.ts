import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SegmentBytes } from '../../inspection/segment-bytes.js';
import type { Span } from '../../client/source-damaged.js';
import {
  type BytePlan,
  type ByteRange,
  mergedRanges,
  ExcerptUnavailable,
  placeIn,
} from '../byte-plan.js';
import { planFragments } from './fragments-plan.js';
import {
  cutOf,
  type MovieTrack,
  timesOf,
  type TrackCut,
  type TrackTimes,
  tracksOf,
} from './mp4-cut.js';
import { runsOf, type SampleRun } from './mp4-tables.js';
import { readTop } from './mp4-top.js';
import { mediaHead, newMoov } from './mp4-write.js';

/**
 * Plans an excerpt of an MP4, from the samples in its tables or from its fragments.
 * @param span playing time in seconds.
 * @throws ExcerptUnavailable, MalformedSegment or RangeError if the index of the file is missing or
 *   unusable.
 */
export async function planMp4(bytes: SegmentBytes, span: Span): Promise<BytePlan> {
  const top = await readTop(bytes);
  if (top.moof !== null) {
    return planFragments(bytes, top, span);
  }
  if (top.moov === null) {
    throw new ExcerptUnavailable('no moov');
  }
  const { bytes: moov, root } = top.moov;
  const tracks = tracksOf(moov, root);
  if (tracks.length === 0) {
    throw new ExcerptUnavailable('no video or audio tracks');
  }
  const times: TrackTimes[] = [];
  for (const track of tracks) {
    // Let other work run first, because a track may have millions of samples.
    await nextTurn();
    times.push(timesOf(track));
  }
  const startSeconds = Math.max(0, Math.min(...times.map(({ start }) => start)));
  const sourceSeconds = Math.max(...times.map(({ end }) => end)) - startSeconds;
  const wanted = { from: span.from + startSeconds, to: span.to + startSeconds };
  const cuts: { track: MovieTrack; cut: TrackCut; runs: SampleRun[] }[] = [];
  for (const track of tracks) {
    await nextTurn();
    const cut = cutOf(track, wanted);
    cuts.push({ track, cut, runs: runsOf(track.tables, cut, bytes.size) });
  }
  const ranges = withRoomForHead(mergedRanges(cuts.flatMap(({ runs }) => runs)));
  if (ranges.length > MOST_RANGES) {
    throw new ExcerptUnavailable(`samples in ${ranges.length} places`);
  }
  const end = ranges.reduce((sum, range) => sum + range.end - range.start, 0);
  const moved = cuts.map(({ runs, ...one }) => ({
    ...one,
    runs: runs.map((run) => {
      const start = placeIn(ranges, run.start);
      return { ...run, start, end: start + run.end - run.start };
    }),
  }));
  return {
    ranges,
    patches: [
      { at: 0, bytes: mediaHead(top.brand, end) },
      { at: end, bytes: newMoov(moov, root, moved) },
    ],
    startSeconds,
    sourceSeconds,
  };
}

const HEAD_BYTES = 32;
/** Maximum number of ranges. Normally, tracks are interleaved or stored one after another. */
const MOST_RANGES = 256;

/** Extends the first range to the front. The new file's header will overwrite the added bytes. */
function withRoomForHead(ranges: readonly ByteRange[]): ByteRange[] {
  const [first, ...others] = ranges;
  if (first === undefined || first.start < HEAD_BYTES) {
    throw new ExcerptUnavailable('media at the very start');
  }
  return [{ start: first.start - HEAD_BYTES, end: first.end }, ...others];
}
