import { type Box, boxesIn, boxUnder, numberAt } from './mp4-box.js';
import type { Mp4Init, Mp4Track } from './mp4-init.js';
import { MalformedSegment } from '../segment-report.js';

/** Consecutive samples of one track. */
export interface Run {
  readonly track: Mp4Track;
  /** Position of the samples in the segment. */
  readonly start: number;
  readonly end: number;
  readonly sizes: Uint32Array;
}

/** One track's part of a fragment. Times are in ticks of the track. */
export interface TrackFragment {
  readonly track: Mp4Track;
  /** Null if the fragment doesn't give it. */
  readonly startTicks: number | null;
  readonly durationTicks: number;
  readonly longestTicks: number;
  readonly runs: readonly Run[];
}

interface Fragment {
  readonly sequence: number | null;
  readonly tracks: readonly TrackFragment[];
}

/**
 * Maximum number of samples in a fragment; this would be hours of audio. The size of a table
 * doesn't limit their number, because a sample may take no bytes in the table.
 */
const MOST_SAMPLES = 2_000_000;
/** A run takes up about as much memory as this many samples, even if it is empty. */
const RUN_SAMPLES = 16;

/**
 * Reads the contents of a moof box (ISO 14496-12 §8.8).
 * @param at position of the box in the segment.
 * @throws MalformedSegment, also for a track that is not in the initialization section.
 */
export function readFragment(buffer: Buffer, at: number, init: Mp4Init): Fragment {
  const moof: Box = { type: 'moof', start: 0, end: buffer.length };
  const mfhd = boxUnder(buffer, moof, ['mfhd']);
  let place = at;
  const budget = { samples: MOST_SAMPLES };
  const tracks = boxesIn(buffer, moof)
    .filter(({ type }) => type === 'traf')
    .map((traf) => {
      const fragment = new TrafReader(buffer, traf, { init, moofAt: at, place, budget }).read();
      place = fragment.runs.at(-1)?.end ?? place;
      return fragment;
    });
  return { sequence: mfhd === null ? null : numberAt(buffer, mfhd.start + 4), tracks };
}

interface TrafContext {
  readonly init: Mp4Init;
  readonly moofAt: number;
  /** End of the previous track's data. */
  readonly place: number;
  /** Number of samples that the fragment may still have. */
  readonly budget: { samples: number };
}

class TrafReader {
  private readonly boxes: readonly Box[];
  private readonly track: Mp4Track;
  private duration: number;
  private size: number;
  private base: number;

  constructor(
    private readonly buffer: Buffer,
    traf: Box,
    private readonly context: TrafContext,
  ) {
    const { init, moofAt, place } = context;
    this.boxes = boxesIn(buffer, traf);
    const tfhd = this.boxes.find(({ type }) => type === 'tfhd');
    const track = tfhd && init.tracks.get(numberAt(buffer, tfhd.start + 4));
    if (tfhd === undefined || track === undefined) {
      throw new MalformedSegment('a track that is missing in its initialization section');
    }
    this.track = track;
    const flags = numberAt(buffer, tfhd.start) & 0xffffff;
    let next = tfhd.start + 8;
    const field = (flag: number, bytes: number, absent: number): number => {
      if ((flags & flag) === 0) {
        return absent;
      }
      next += bytes;
      return numberAt(buffer, next - 4);
    };
    // A base data offset refers to the whole file, of which this segment is a part. It is taken to
    // be the offset of the moof, which is what muxers write.
    const isAddressed = (flags & 0x20001) !== 0;
    field(0x1, 8, 0);
    field(0x2, 4, 0);
    this.duration = field(0x8, 4, track.defaultDuration);
    this.size = field(0x10, 4, track.defaultSize);
    this.base = isAddressed ? moofAt : place;
  }

  read(): TrackFragment {
    const totals = { ticks: 0, longest: 0 };
    let place = this.base;
    const runs = this.boxes
      .filter(({ type }) => type === 'trun')
      .map((trun) => {
        const run = this.readRun(trun, place, totals);
        place = run.end;
        return run;
      });
    return {
      track: this.track,
      startTicks: this.startTicks(),
      durationTicks: totals.ticks,
      longestTicks: totals.longest,
      runs,
    };
  }

  private startTicks(): number | null {
    const tfdt = this.boxes.find(({ type }) => type === 'tfdt');
    if (tfdt === undefined) {
      return null;
    }
    const isLong = this.buffer[tfdt.start] === 1;
    return isLong
      ? numberAt(this.buffer, tfdt.start + 4) * 2 ** 32 + numberAt(this.buffer, tfdt.start + 8)
      : numberAt(this.buffer, tfdt.start + 4);
  }

  private readRun(trun: Box, place: number, totals: { ticks: number; longest: number }): Run {
    const { buffer } = this;
    const flags = numberAt(buffer, trun.start) & 0xffffff;
    const count = numberAt(buffer, trun.start + 4);
    const has = (flag: number): number => ((flags & flag) === 0 ? 0 : 4);
    let at = trun.start + 8 + has(0x1) + has(0x4);
    const [durationBytes, sizeBytes] = [has(0x100), has(0x200)];
    const step = durationBytes + sizeBytes + has(0x400) + has(0x800);
    const { budget } = this.context;
    budget.samples -= count + RUN_SAMPLES;
    if (budget.samples < 0) {
      throw new MalformedSegment('too many samples');
    }
    if (at + count * step > trun.end) {
      throw new MalformedSegment('a truncated table of samples');
    }
    const sizes = new Uint32Array(count);
    const start = has(0x1) === 0 ? place : this.base + buffer.readInt32BE(trun.start + 8);
    let end = start;
    for (let sample = 0; sample < count; sample += 1) {
      const ticks = durationBytes === 0 ? this.duration : buffer.readUInt32BE(at);
      const size = sizeBytes === 0 ? this.size : buffer.readUInt32BE(at + durationBytes);
      sizes[sample] = size;
      end += size;
      totals.ticks += ticks;
      totals.longest = Math.max(totals.longest, ticks);
      at += step;
    }
    return { track: this.track, start, end, sizes };
  }
}
