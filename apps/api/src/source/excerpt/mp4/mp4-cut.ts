import { type Box, boxesIn, boxUnder } from '../../inspection/mp4/mp4-box.js';
import type { Span } from '../../client/source-damaged.js';
import { ExcerptUnavailable } from '../byte-plan.js';
import { type Edits, editsOf } from './mp4-edits.js';
import { eachSample, lastSampleDuration, readTables, type SampleTables } from './mp4-tables.js';

export interface MovieTrack {
  readonly trak: Box;
  readonly type: 'video' | 'audio';
  /** Ticks per second. */
  readonly timescale: number;
  readonly edits: Edits;
  readonly tables: SampleTables;
}

/** The samples of a track that are needed for a span. */
export interface TrackCut {
  readonly first: number;
  /** One past the last sample. */
  readonly end: number;
  /** Decoding time of the first sample, in ticks. */
  readonly decoded: number;
}

/** Start and end of a track, in seconds on the file's clock. */
export interface TrackTimes {
  readonly start: number;
  readonly end: number;
}

/**
 * Margin before the span in seconds. An audio decoder's first frames are distorted, and video times
 * are rounded by a fraction of a frame.
 */
const BEFORE = { video: 0.1, audio: 1 };
/** Margin after the span in seconds. Audio frames overlap, and players read ahead. */
const AFTER = 1;
/** Largest difference between a sample's presentation and decoding times, in seconds. */
const MOST_OFFSET = 10;
/**
 * Maximum number of samples in all tracks together. The size of a table doesn't limit their number,
 * because a sample may take no bytes in the table. Ten hours of video at 60 frames per second, with
 * audio, have fewer samples.
 */
const MOST_SAMPLES = 4_000_000;
/**
 * Maximum number of tracks. It is enough for a film dubbed into forty languages, with their
 * subtitles.
 */
const MOST_TRACKS = 128;
/**
 * Maximum number of samples of a track in an excerpt, because they are put into tables in memory.
 * Clips have fewer.
 */
const MOST_KEPT = 500_000;
const TYPES: Readonly<Record<string, MovieTrack['type']>> = { vide: 'video', soun: 'audio' };

/**
 * Reads the video and audio tracks of a moov.
 * @throws ExcerptUnavailable or MalformedSegment; RangeError for truncated tables.
 */
export function tracksOf(moov: Buffer, root: Box): MovieTrack[] {
  const movie = movieClock(moov, root);
  let samples = 0;
  const traks = boxesIn(moov, root).filter(({ type }) => type === 'trak');
  if (traks.length > MOST_TRACKS) {
    throw new ExcerptUnavailable(`${traks.length} tracks`);
  }
  return traks.flatMap((trak) => {
    const [mdhd, hdlr] = ['mdhd', 'hdlr'].map((type) => boxUnder(moov, trak, ['mdia', type]));
    const type = hdlr && TYPES[moov.toString('latin1', hdlr.start + 8, hdlr.start + 12)];
    if (!type || !mdhd) {
      return [];
    }
    const timescale = moov.readUInt32BE(mdhd.start + (moov[mdhd.start] === 1 ? 20 : 12));
    if (timescale === 0) {
      throw new ExcerptUnavailable('a track without a clock');
    }
    const edits = editsOf(moov, trak, { movie, track: timescale });
    const tables = readTables(moov, trak, MOST_SAMPLES - samples);
    samples += tables.count;
    return [{ trak, type, timescale, edits, tables }];
  });
}

/** Ticks per second of a movie's clock; 0 if the moov doesn't give it. */
export function movieClock(moov: Buffer, root: Box): number {
  const mvhd = boxUnder(moov, root, ['mvhd']);
  return mvhd === null ? 0 : moov.readUInt32BE(mvhd.start + (moov[mvhd.start] === 1 ? 20 : 12));
}

export function timesOf({ tables, timescale, edits }: MovieTrack): TrackTimes {
  let [start, end] = [Infinity, 0];
  const last = lastSampleDuration(tables);
  eachSample(tables, (_, decoded, offset) => {
    start = Math.min(start, decoded + offset);
    end = Math.max(end, decoded + offset + last);
    return true;
  });
  return {
    start: Math.max(edits.from, start + edits.shift) / timescale,
    end: Math.min(edits.to, end + edits.shift) / timescale,
  };
}

/**
 * The samples that are needed to show a track during a span: from the last key frame shown before
 * the span to the last sample, in decoding order, shown within it.
 * @param span in seconds on the file's clock.
 */
export function cutOf({ tables, timescale, edits, type }: MovieTrack, span: Span): TrackCut {
  const from = (span.from - BEFORE[type]) * timescale - edits.shift;
  const to = (span.to + AFTER) * timescale - edits.shift;
  const { syncs } = tables;
  let [first, decodedFirst, end, nextSync] = [0, 0, 0, 0];
  eachSample(tables, (sample, decoded, offset) => {
    const isSync = syncs === null || syncs[nextSync] === sample;
    nextSync += syncs !== null && isSync ? 1 : 0;
    const shown = decoded + offset;
    if (isSync && shown <= from) {
      [first, decodedFirst] = [sample, decoded];
    }
    if (shown <= to) {
      end = sample + 1;
    }
    return decoded <= to + MOST_OFFSET * timescale;
  });
  if (end - first > MOST_KEPT) {
    throw new ExcerptUnavailable(`a span of ${end - first} samples`);
  }
  return { first, end: Math.max(end, first + 1), decoded: decodedFirst };
}
