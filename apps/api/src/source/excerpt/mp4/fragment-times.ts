import { type Box, boxesIn, boxUnder } from '../../inspection/mp4/mp4-box.js';
import { type Mp4Init, readInit } from '../../inspection/mp4/mp4-init.js';
import { ExcerptUnavailable } from '../byte-plan.js';
import { movieClock } from './mp4-cut.js';
import { type Edits, editsOf } from './mp4-edits.js';

/** What the header of a file states about the tracks of its fragments. */
export interface FragmentedHead {
  readonly tracks: ReadonlyMap<number, HeadTrack>;
}

interface HeadTrack {
  readonly type: 'video' | 'audio' | 'other';
  readonly timescale: number;
  readonly edits: Edits;
  readonly defaultDuration: number;
  /** Default sample flags (ISO 14496-12 §8.8.3.1). */
  readonly defaultFlags: number;
}

/** A fragment's presentation times, in seconds on the file's clock. */
export interface FragmentTimes {
  readonly start: number;
  readonly end: number;
  /**
   * Time of the first frame that decodes independently: a video frame if there is video, otherwise
   * an audio frame. Null if there is none.
   */
  readonly firstSync: number | null;
  readonly hasPictures: boolean;
}

const NOT_SYNC = 0x10000;
/**
 * Number of samples that may still be examined. The size of a table doesn't limit the work, because
 * a sample may take no bytes in the table.
 */
export interface SampleBudget {
  samples: number;
}

/**
 * Number of samples that may be examined for an excerpt. It is enough for any span, plus hours of
 * audio.
 */
export const SAMPLE_BUDGET = 10_000_000;

/**
 * Reads what a moov states about the tracks of fragments.
 * @throws ExcerptUnavailable or MalformedSegment.
 */
export function readHead(moov: Buffer, root: Box): FragmentedHead {
  const init: Mp4Init = readInit(moov, root);
  const movie = movieClock(moov, root);
  const boxes = boxesIn(moov, root);
  const mvex = boxes.find(({ type }) => type === 'mvex');
  const flags = new Map(
    (mvex === undefined ? [] : boxesIn(moov, mvex))
      .filter(({ type }) => type === 'trex')
      .map(({ start }) => [moov.readUInt32BE(start + 4), moov.readUInt32BE(start + 20)]),
  );
  const edits = new Map(
    boxes
      .filter(({ type }) => type === 'trak')
      .flatMap((trak) => {
        const tkhd = boxUnder(moov, trak, ['tkhd']);
        const id = tkhd && moov.readUInt32BE(tkhd.start + (moov[tkhd.start] === 1 ? 20 : 12));
        const track = id === null ? undefined : init.tracks.get(id);
        return id === null || track === undefined
          ? []
          : [[id, editsOf(moov, trak, { movie, track: track.timescale })] as const];
      }),
  );
  const none: Edits = { shift: 0, from: -Infinity, to: Infinity };
  return {
    tracks: new Map(
      [...init.tracks].map(([id, { type, timescale, defaultDuration }]) => [
        id,
        {
          ...{ type, timescale, defaultDuration },
          edits: edits.get(id) ?? none,
          defaultFlags: flags.get(id) ?? 0,
        },
      ]),
    ),
  };
}

/**
 * Presentation times of a fragment's video and audio (ISO 14496-12 §8.8).
 * @param moof the box of the fragment, with its header.
 * @throws ExcerptUnavailable if the fragment gives no times, or if its offsets refer to the whole
 *   file.
 */
export function timesOfFragment(
  moof: Buffer,
  { tracks }: FragmentedHead,
  budget: SampleBudget,
): FragmentTimes {
  const root: Box = { type: 'moof', start: 8, end: moof.length };
  const found = boxesIn(moof, root)
    .filter(({ type }) => type === 'traf')
    .flatMap((traf) => timesOfTrack(moof, traf, { tracks, budget }) ?? []);
  if (found.length === 0) {
    throw new ExcerptUnavailable('a fragment without video or audio');
  }
  const pictures = found.filter(({ type }) => type === 'video');
  const syncs = (pictures.length > 0 ? pictures : found).flatMap(
    ({ firstSync }) => firstSync ?? [],
  );
  return {
    start: Math.min(...found.map(({ start }) => start)),
    end: Math.max(...found.map(({ end }) => end)),
    firstSync: syncs.length === 0 ? null : Math.min(...syncs),
    hasPictures: pictures.length > 0,
  };
}

function timesOfTrack(
  moof: Buffer,
  traf: Box,
  { tracks, budget }: FragmentedHead & { readonly budget: SampleBudget },
): { type: string; start: number; end: number; firstSync: number | null } | null {
  const boxes = boxesIn(moof, traf);
  const [tfhd, tfdt] = ['tfhd', 'tfdt'].map((type) => boxes.find((box) => box.type === type));
  const track = tfhd && tracks.get(moof.readUInt32BE(tfhd.start + 4));
  if (tfhd === undefined || track === undefined || track.type === 'other') {
    return null;
  }
  const flags = moof.readUIntBE(tfhd.start + 1, 3);
  if (tfdt === undefined || (flags & 0x1) !== 0) {
    throw new ExcerptUnavailable('a fragment whose offsets depend on its position in the file');
  }
  let at = tfhd.start + 8 + ((flags & 0x2) === 0 ? 0 : 4);
  const field = (flag: number, absent: number): number => {
    at += (flags & flag) === 0 ? 0 : 4;
    return (flags & flag) === 0 ? absent : moof.readUInt32BE(at - 4);
  };
  const defaults = { duration: field(0x8, track.defaultDuration) };
  field(0x10, 0);
  const defaultFlags = field(0x20, track.defaultFlags);
  let decoded =
    moof[tfdt.start] === 1
      ? Number(moof.readBigUInt64BE(tfdt.start + 4))
      : moof.readUInt32BE(tfdt.start + 4);
  let [start, end, sync] = [Infinity, -Infinity, Infinity];
  for (const trun of boxes.filter(({ type }) => type === 'trun')) {
    decoded = eachOf(
      moof,
      trun,
      { decoded, ...defaults, defaultFlags, budget },
      (shown, duration, own) => {
        start = Math.min(start, shown);
        end = Math.max(end, shown + duration);
        sync = (own & NOT_SYNC) === 0 ? Math.min(sync, shown) : sync;
      },
    );
  }
  const seconds = (ticks: number): number => (ticks + track.edits.shift) / track.timescale;
  return start === Infinity
    ? null
    : {
        type: track.type,
        start: seconds(start),
        end: seconds(end),
        firstSync: sync === Infinity ? null : seconds(sync),
      };
}

/**
 * Visits the samples of a track run.
 * @returns the decoding time after the last sample, in ticks.
 */
function eachOf(
  moof: Buffer,
  trun: Box,
  run: {
    readonly decoded: number;
    readonly duration: number;
    readonly defaultFlags: number;
    readonly budget: SampleBudget;
  },
  visit: (shown: number, duration: number, flags: number) => void,
): number {
  const flags = moof.readUIntBE(trun.start + 1, 3);
  const has = (flag: number): number => ((flags & flag) === 0 ? 0 : 4);
  const count = moof.readUInt32BE(trun.start + 4);
  const firstFlagsAt = trun.start + 8 + has(0x1);
  const [hasDuration, hasSize, hasFlags] = [has(0x100), has(0x200), has(0x400)];
  const step = hasDuration + hasSize + hasFlags + has(0x800);
  let at = firstFlagsAt + has(0x4);
  run.budget.samples -= count;
  if (run.budget.samples < 0 || at + count * step > trun.end) {
    throw new ExcerptUnavailable('a fragment with a truncated table');
  }
  let { decoded } = run;
  for (let sample = 0; sample < count; sample += 1, at += step) {
    const duration = hasDuration === 0 ? run.duration : moof.readUInt32BE(at);
    const own = hasFlags === 0 ? run.defaultFlags : moof.readUInt32BE(at + hasDuration + hasSize);
    const isFirst = sample === 0 && has(0x4) !== 0;
    const offset = has(0x800) === 0 ? 0 : moof.readInt32BE(at + hasDuration + hasSize + hasFlags);
    visit(decoded + offset, duration, isFirst ? moof.readUInt32BE(firstFlagsAt) : own);
    decoded += duration;
  }
  return decoded;
}
