import { type Box, boxUnder } from '../segment/mp4-box.js';
import { type ByteRange, NoExcerpt } from './byte-plan.js';

/** The tables on the samples of a track, as they stand in its moov (ISO 14496-12 §8.6, §8.7). */
export interface SampleTables {
  readonly count: number;
  /** How many samples in a row have which duration, and which offset from decoding to showing; ticks. */
  readonly durations: readonly Row[];
  readonly offsets: readonly Row[] | null;
  /** The samples that can be decoded alone, counted from 0, in order; null when all can. */
  readonly syncs: readonly number[] | null;
  readonly sizeOf: (sample: number) => number;
  readonly chunks: Chunks;
}

/** [how many samples, value] */
export type Row = readonly [number, number];

interface Chunks {
  readonly count: number;
  readonly offsetOf: (chunk: number) => number;
  /** [first chunk, samples in each, sample description] */
  readonly rows: readonly (readonly [number, number, number])[];
}

/** Samples that lie one behind the other in the file. */
export interface SampleRun extends ByteRange {
  readonly count: number;
  /** Which sample description they go by. */
  readonly description: number;
}

/** More are no recording's: a day of sound has four million. */
const MOST_SAMPLES = 5_000_000;
/** Raw sound is counted in samples of a few bytes, by rules of its own. */
const LEAST_UNIFORM_BYTES = 16;

/** @param trak a track with its tables. @throws NoExcerpt, or RangeError for tables that are cut */
export function readTables(moov: Buffer, trak: Box): SampleTables {
  const stbl = boxUnder(moov, trak, ['mdia', 'minf', 'stbl']);
  const tableIn = (type: string): Buffer | null => {
    const box = stbl && boxUnder(moov, stbl, [type]);
    return box && moov.subarray(box.start, box.end);
  };
  const need = (type: string): Buffer => {
    const table = tableIn(type);
    if (table === null) {
      throw new NoExcerpt(`a track without ${type}`);
    }
    return table;
  };
  const stsz = need('stsz');
  const [uniform, count] = [stsz.readUInt32BE(4), stsz.readUInt32BE(8)];
  const isCut = uniform === 0 && 12 + count * 4 > stsz.length;
  if (
    count === 0 ||
    count > MOST_SAMPLES ||
    isCut ||
    (uniform > 0 && uniform < LEAST_UNIFORM_BYTES)
  ) {
    throw new NoExcerpt(`a table of ${count} samples`);
  }
  const [ctts, stss, co64] = [tableIn('ctts'), tableIn('stss'), tableIn('co64')];
  const places = co64 ?? need('stco');
  return {
    count,
    durations: rowsIn(need('stts'), (at, table) => table.readUInt32BE(at)),
    // Also in tables of version 0, which should have none below zero.
    offsets: ctts && rowsIn(ctts, (at, table) => table.readInt32BE(at)),
    syncs: stss && listIn(stss, 4).map((at) => stss.readUInt32BE(at) - 1),
    sizeOf: (sample) => (uniform > 0 ? uniform : stsz.readUInt32BE(12 + sample * 4)),
    chunks: {
      count: places.readUInt32BE(4),
      offsetOf: (chunk) =>
        co64 === null
          ? places.readUInt32BE(8 + chunk * 4)
          : Number(co64.readBigUInt64BE(8 + chunk * 8)),
      rows: chunkRows(need('stsc')),
    },
  };
}

/**
 * Visits the samples in the order of their decoding, while `visit` returns true.
 * @param visit told the sample's number, its decoding time and its offset to the time of showing, ticks
 */
export function eachSample(
  { count, durations, offsets }: SampleTables,
  visit: (sample: number, decoded: number, offset: number) => boolean,
): void {
  let [row, left] = [0, durations[0]?.[0] ?? 0];
  let [offsetRow, offsetsLeft] = [0, offsets?.[0]?.[0] ?? 0];
  let decoded = 0;
  for (let sample = 0; sample < count; sample += 1) {
    for (; left === 0 && row + 1 < durations.length; left = durations[row]?.[0] ?? 0) {
      row += 1;
    }
    for (; offsetsLeft === 0 && offsetRow + 1 < (offsets?.length ?? 0);) {
      offsetRow += 1;
      offsetsLeft = offsets?.[offsetRow]?.[0] ?? 0;
    }
    const offset = offsetsLeft > 0 ? (offsets?.[offsetRow]?.[1] ?? 0) : 0;
    if (!visit(sample, decoded, offset)) {
      return;
    }
    decoded += durations[row]?.[1] ?? 0;
    left = Math.max(0, left - 1);
    offsetsLeft = Math.max(0, offsetsLeft - 1);
  }
}

/**
 * Where samples lie.
 * @param end the first sample that is not wanted
 * @throws NoExcerpt when they lie outside the file
 */
export function runsOf(
  { chunks, sizeOf }: SampleTables,
  { first, end }: { first: number; end: number },
  fileBytes: number,
): SampleRun[] {
  const runs: { start: number; end: number; count: number; description: number }[] = [];
  let [row, sample] = [0, 0];
  for (let chunk = 0; chunk < chunks.count && sample < end; chunk += 1) {
    while ((chunks.rows[row + 1]?.[0] ?? Infinity) <= chunk) {
      row += 1;
    }
    const [, perChunk, description] = chunks.rows[row] ?? [0, 0, 1];
    const until = Math.min(end, sample + perChunk);
    if (until > first) {
      let at = chunks.offsetOf(chunk);
      for (; sample < until; sample += 1) {
        const size = sizeOf(sample);
        const last = runs.at(-1);
        if (sample < first) {
          at += size;
          continue;
        }
        if (at + size > fileBytes) {
          throw new NoExcerpt('a sample outside the file');
        }
        if (last?.end === at && last.description === description) {
          last.end += size;
          last.count += 1;
        } else {
          runs.push({ start: at, end: at + size, count: 1, description });
        }
        at += size;
      }
    }
    sample = Math.max(sample, until);
  }
  if (sample < end) {
    throw new NoExcerpt('samples that are nowhere');
  }
  return runs;
}

function rowsIn(table: Buffer, value: (at: number, table: Buffer) => number): Row[] {
  return listIn(table, 8).map((at) => [table.readUInt32BE(at), value(at + 4, table)]);
}

function chunkRows(stsc: Buffer): Chunks['rows'] {
  return listIn(stsc, 12).map((at) => [
    stsc.readUInt32BE(at) - 1,
    stsc.readUInt32BE(at + 4),
    stsc.readUInt32BE(at + 8),
  ]);
}

/** Where the entries of a table begin. @throws NoExcerpt when it promises more than there are */
function listIn(table: Buffer, step: number): number[] {
  const count = table.readUInt32BE(4);
  if (8 + count * step > table.length) {
    throw new NoExcerpt('a table that is cut');
  }
  return Array.from({ length: count }, (_, index) => 8 + index * step);
}
