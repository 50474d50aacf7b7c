import { type Box, boxesIn, boxUnder } from '../../inspection/mp4/mp4-box.js';
import { type MovieTrack, type TrackCut } from './mp4-cut.js';
import { eachSample, lastSampleDuration, type SampleRun } from './mp4-tables.js';

/** A track of the excerpt: some samples of the original, at new positions. */
export interface NewTrack {
  readonly track: MovieTrack;
  readonly cut: TrackCut;
  /** Positions of the samples in the new file. */
  readonly runs: readonly SampleRun[];
}

/**
 * Ticks per second of the new movie. The delays in edit lists are measured in them, so they must
 * not be coarser than any track's ticks, or frames would shift.
 */
const MOVIE_CLOCK = 1_000_000_000;
/**
 * Size in bytes of the fields after the duration, which are the same in both versions of the box.
 */
const TAIL = { mvhd: 80, tkhd: 60 };

/**
 * A file type box, and the header of a media data box that extends to `end` of the new file.
 * Together, they have 32 bytes.
 */
export function mediaHead(brand: Buffer, end: number): Buffer {
  const ftyp = box('ftyp', brand.subarray(0, 8));
  const mdat = Buffer.alloc(16);
  mdat.writeUInt32BE(1, 0);
  mdat.write('mdat', 4, 'latin1');
  mdat.writeBigUInt64BE(BigInt(end - ftyp.length), 8);
  return Buffer.concat([ftyp, mdat]);
}

/**
 * A moov for some samples of a movie, which are presented at their original times.
 * @param moov the moov of the whole movie.
 * @param root its box in `moov`.
 */
export function newMoov(moov: Buffer, root: Box, tracks: readonly NewTrack[]): Buffer {
  const mvhd = boxUnder(moov, root, ['mvhd']);
  const tail =
    mvhd === null ? Buffer.alloc(TAIL.mvhd) : moov.subarray(mvhd.end - TAIL.mvhd, mvhd.end);
  const head = Buffer.concat([versionOne, times, u32(MOVIE_CLOCK), u64(0), tail]);
  return box('moov', box('mvhd', head), ...tracks.map((track) => newTrak(moov, track)));
}

const versionOne = Buffer.from([1, 0, 0, 0]);
/** Creation and modification times. They are zero, because no program needs them. */
const times = Buffer.alloc(16);

function newTrak(moov: Buffer, made: NewTrack): Buffer {
  const { trak, timescale } = made.track;
  const samples = samplesOf(made);
  const boxAt = (...path: string[]): Box | null => boxUnder(moov, trak, path);
  const tkhd = boxAt('tkhd');
  const isLong = tkhd !== null && moov[tkhd.start] === 1;
  const flags =
    tkhd === null ? Buffer.from([0, 0, 3]) : moov.subarray(tkhd.start + 1, tkhd.start + 4);
  const id = tkhd === null ? 1 : moov.readUInt32BE(tkhd.start + (isLong ? 20 : 12));
  const rest =
    tkhd === null ? Buffer.alloc(TAIL.tkhd) : moov.subarray(tkhd.end - TAIL.tkhd, tkhd.end);
  const mdhd = boxAt('mdia', 'mdhd');
  const language = mdhd === null ? Buffer.alloc(4) : moov.subarray(mdhd.end - 4, mdhd.end);
  const minf = boxAt('mdia', 'minf');
  const kept = minf === null ? [] : boxesIn(moov, minf).filter(({ type }) => type !== 'stbl');
  return box(
    'trak',
    box('tkhd', Buffer.from([1]), flags, times, u32(id), u32(0), u64(0), rest),
    box('edts', box('elst', newEdits(made, samples))),
    box(
      'mdia',
      box('mdhd', versionOne, times, u32(timescale), u64(samples.ticks), language),
      copyOf(moov, boxAt('mdia', 'hdlr')),
      box(
        'minf',
        ...kept.map((one) => copyOf(moov, one)),
        newTable(made, samples, copyOf(moov, boxAt('mdia', 'minf', 'stbl', 'stsd'))),
      ),
    ),
  );
}

/** A number of samples, and a value for each of them. */
type Row = readonly [number, number];

/** The contents of the tables for the kept samples. */
interface Samples {
  readonly durations: Row[];
  readonly offsets: Row[];
  /** The lowest negative offset; 0 if there is none. Subtracting it makes all offsets positive. */
  readonly lowest: number;
  readonly syncs: number[];
  /**
   * Total duration of the kept samples, and the start and end of their presentation, in ticks of
   * the original media.
   */
  readonly ticks: number;
  readonly shownFrom: number;
  readonly shownTo: number;
}

function samplesOf({ track: { tables }, cut }: NewTrack): Samples {
  const durations: [number, number][] = [];
  const offsets: [number, number][] = [];
  let [before, shownFrom, shownTo, lowest, ticks] = [0, Infinity, 0, 0, 0];
  const add = (rows: [number, number][], value: number): void => {
    const last = rows.at(-1);
    if (last?.[1] === value) {
      last[0] += 1;
    } else {
      rows.push([1, value]);
    }
  };
  eachSample(tables, (sample, decoded, offset) => {
    if (sample > cut.first && sample <= cut.end) {
      add(durations, decoded - before);
      ticks += decoded - before;
    }
    if (sample >= cut.first && sample < cut.end) {
      add(offsets, offset);
      lowest = Math.min(lowest, offset);
      shownFrom = Math.min(shownFrom, decoded + offset);
      shownTo = Math.max(shownTo, decoded + offset);
    }
    before = decoded;
    return sample < cut.end;
  });
  if (cut.end === tables.count) {
    add(durations, lastSampleDuration(tables));
    ticks += lastSampleDuration(tables);
  }
  const syncs = [
    ...(tables.syncs ?? [])
      .filter((sample) => sample >= cut.first && sample < cut.end)
      .map((sample) => sample - cut.first),
  ];
  const longest = durations.reduce((most, [, value]) => Math.max(most, value), 0);
  return { durations, offsets, lowest, syncs, ticks, shownFrom, shownTo: shownTo + longest };
}

/**
 * An edit list with a delay until the first sample, followed by all samples. What the original's
 * edit list hides stays hidden. The media time starts at the sample that is presented first,
 * because ffmpeg would shift it there otherwise.
 */
function newEdits({ track, cut }: NewTrack, { lowest, shownFrom, shownTo }: Samples): Buffer {
  const { timescale, edits } = track;
  // Playing time minus the time in the new media, which starts at 0.
  const shift = cut.decoded + lowest + edits.shift;
  const media = Math.max(shownFrom - cut.decoded - lowest, -shift);
  const wait = shift + media;
  const length = Math.min(shownTo + edits.shift, edits.to) - wait;
  const inMovie = (ticks: number): Buffer =>
    u64(Math.max(1, Math.round((ticks / timescale) * MOVIE_CLOCK)));
  const entry = (duration: Buffer, from: bigint): Buffer => {
    const time = Buffer.alloc(8);
    time.writeBigInt64BE(from);
    return Buffer.concat([duration, time, u32(0x10000)]);
  };
  const entries = [
    ...(wait === 0 ? [] : [entry(inMovie(wait), -1n)]),
    entry(inMovie(length), BigInt(media)),
  ];
  return Buffer.concat([versionOne, u32(entries.length), ...entries]);
}

function newTable(
  { track: { tables }, cut, runs }: NewTrack,
  { durations, offsets, lowest, syncs }: Samples,
  stsd: Buffer,
): Buffer {
  const sizes = Buffer.alloc((cut.end - cut.first) * 4);
  for (let sample = cut.first; sample < cut.end; sample += 1) {
    sizes.writeUInt32BE(tables.sizeOf(sample), (sample - cut.first) * 4);
  }
  const list = (type: string, entries: readonly (readonly number[])[]): Buffer =>
    box(type, u32(0), u32(entries.length), words(entries.flat()));
  const perChunk = runs.map(({ count, description }, index) => [index + 1, count, description]);
  return box(
    'stbl',
    stsd,
    list('stts', durations),
    ...(tables.offsets === null
      ? []
      : [
          list(
            'ctts',
            offsets.map(([count, offset]) => [count, offset - lowest]),
          ),
        ]),
    ...(tables.syncs === null
      ? []
      : [
          list(
            'stss',
            syncs.map((sample) => [sample + 1]),
          ),
        ]),
    list('stsc', perChunk),
    box('stsz', u32(0), u32(0), u32(cut.end - cut.first), sizes),
    box('co64', u32(0), u32(runs.length), Buffer.concat(runs.map(({ start }) => u64(start)))),
  );
}

function copyOf(moov: Buffer, found: Box | null): Buffer {
  return found === null ? Buffer.alloc(0) : box(found.type, moov.subarray(found.start, found.end));
}

function box(type: string, ...contents: readonly Buffer[]): Buffer {
  const size = contents.reduce((sum, { length }) => sum + length, 8);
  return Buffer.concat([u32(size), Buffer.from(type, 'latin1'), ...contents]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value >>> 0, index * 4));
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
