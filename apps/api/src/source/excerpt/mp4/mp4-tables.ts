import { type Box, boxUnder } from '../../inspection/mp4/mp4-box.js';
import { type ByteRange, ExcerptUnavailable } from '../byte-plan.js';

/** The sample tables of a track in its moov (ISO 14496-12 §8.6, §8.7). */
export interface SampleTables {
  readonly count: number;
  /**
   * Run-length tables of the samples' durations, and of the offsets from their decoding to their
   * presentation times. All are in ticks.
   */
  readonly durations: Rows;
  readonly offsets: Rows | null;
  /** Numbers of the samples that decode independently, counted from 0, in order; null if all do. */
  readonly syncs: Uint32Array | null;
  readonly sizeOf: (sample: number) => number;
  readonly chunks: Chunks;
}

/** Rows of a table. They are read in place, because a film has millions of them. */
interface Rows {
  readonly length: number;
  /**
   * How many samples a row covers (0 after the last row), and the value for each of these samples.
   */
  readonly count: (row: number) => number;
  readonly value: (row: number) => number;
}

interface Chunks {
  readonly count: number;
  readonly offsetOf: (chunk: number) => number;
  /** The first chunk that a row applies to; Infinity after the last row. */
  readonly firstOf: (row: number) => number;
  readonly samplesIn: (row: number) => number;
  readonly descriptionOf: (row: number) => number;
}

/** Samples that follow each other in the file. */
export interface SampleRun extends ByteRange {
  readonly count: number;
  /** Index of the samples' description. */
  readonly description: number;
}

/**
 * The smallest size that all samples may share, in bytes. Raw audio, which is counted in samples of
 * a few bytes, follows different rules and is not supported.
 */
const LEAST_UNIFORM_BYTES = 16;

/**
 * Maximum number of runs of samples in an excerpt. If there are more, the whole file is fetched.
 */
const MOST_RUNS = 50_000;

/**
 * Reads the sample tables of a track.
 * @param most maximum number of samples. A track with more is refused without visiting any of them.
 * @throws ExcerptUnavailable; RangeError for truncated tables.
 */
export function readTables(moov: Buffer, trak: Box, most: number): SampleTables {
  const stbl = boxUnder(moov, trak, ['mdia', 'minf', 'stbl']);
  const tableIn = (type: string): Buffer | null => {
    const box = stbl && boxUnder(moov, stbl, [type]);
    return box && moov.subarray(box.start, box.end);
  };
  const need = (type: string): Buffer => {
    const table = tableIn(type);
    if (table === null) {
      throw new ExcerptUnavailable(`a track without ${type}`);
    }
    return table;
  };
  const stsz = need('stsz');
  const [uniform, count] = [stsz.readUInt32BE(4), stsz.readUInt32BE(8)];
  const isCut = uniform === 0 && 12 + count * 4 > stsz.length;
  if (count === 0 || count > most || isCut || (uniform > 0 && uniform < LEAST_UNIFORM_BYTES)) {
    throw new ExcerptUnavailable(`a table of ${count} samples`);
  }
  const [ctts, stss, co64] = [tableIn('ctts'), tableIn('stss'), tableIn('co64')];
  return {
    count,
    durations: rowsIn(need('stts'), (table, at) => table.readUInt32BE(at)),
    // Signed even in version 0, which does not allow negative offsets, because they occur anyway.
    offsets: ctts && rowsIn(ctts, (table, at) => table.readInt32BE(at)),
    syncs: stss && syncsIn(stss, count),
    sizeOf: (sample) => (uniform > 0 ? uniform : stsz.readUInt32BE(12 + sample * 4)),
    chunks: chunksIn(need('stsc'), co64 === null ? need('stco') : co64, co64 === null ? 4 : 8),
  };
}

/**
 * Visits the samples in decoding order, as long as `visit` returns true.
 * @param visit receives the sample's number, its decoding time, and the offset to its presentation
 *   time, both in ticks.
 */
export function eachSample(
  { count, durations, offsets }: SampleTables,
  visit: (sample: number, decoded: number, offset: number) => boolean,
): void {
  let [row, left] = [0, durations.count(0)];
  let [offsetRow, offsetsLeft] = [0, offsets?.count(0) ?? 0];
  let decoded = 0;
  for (let sample = 0; sample < count; sample += 1) {
    while (left === 0 && row + 1 < durations.length) {
      row += 1;
      left = durations.count(row);
    }
    while (offsets !== null && offsetsLeft === 0 && offsetRow + 1 < offsets.length) {
      offsetRow += 1;
      offsetsLeft = offsets.count(offsetRow);
    }
    const offset = offsets === null || offsetsLeft === 0 ? 0 : offsets.value(offsetRow);
    if (!visit(sample, decoded, offset)) {
      return;
    }
    // The value of the last row applies to samples that no row covers.
    decoded += durations.length === 0 ? 0 : durations.value(row);
    left = Math.max(0, left - 1);
    offsetsLeft = Math.max(0, offsetsLeft - 1);
  }
}

/** Duration of the last sample, in ticks. */
export function lastSampleDuration({ durations }: SampleTables): number {
  return durations.length === 0 ? 0 : durations.value(durations.length - 1);
}

/**
 * Finds where samples are in the file.
 * @param end one past the last wanted sample.
 * @throws ExcerptUnavailable if the samples lie outside the file.
 */
export function runsOf(
  { chunks, sizeOf }: SampleTables,
  { first, end }: { first: number; end: number },
  fileBytes: number,
): SampleRun[] {
  const runs: { start: number; end: number; count: number; description: number }[] = [];
  let [row, sample] = [0, 0];
  for (let chunk = 0; chunk < chunks.count && sample < end; chunk += 1) {
    while (chunks.firstOf(row + 1) <= chunk) {
      row += 1;
    }
    const description = chunks.descriptionOf(row);
    const until = Math.min(end, sample + chunks.samplesIn(row));
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
          throw new ExcerptUnavailable('a sample outside the file');
        }
        if (last?.end === at && last.description === description) {
          last.end += size;
          last.count += 1;
        } else if (runs.length === MOST_RUNS) {
          throw new ExcerptUnavailable(`samples in more than ${MOST_RUNS} places`);
        } else {
          runs.push({ start: at, end: at + size, count: 1, description });
        }
        at += size;
      }
    }
    sample = Math.max(sample, until);
  }
  if (sample < end) {
    throw new ExcerptUnavailable('samples without a chunk');
  }
  return runs;
}

function rowsIn(table: Buffer, value: (table: Buffer, at: number) => number): Rows {
  const length = lengthOf(table, 8);
  return {
    length,
    count: (row) => (row < length ? table.readUInt32BE(8 + row * 8) : 0),
    value: (row) => value(table, 12 + row * 8),
  };
}

/**
 * @throws ExcerptUnavailable for more entries than samples, because every entry is kept in memory.
 */
function syncsIn(table: Buffer, samples: number): Uint32Array {
  const length = lengthOf(table, 4);
  if (length > samples) {
    throw new ExcerptUnavailable(`${length} key frames in ${samples} samples`);
  }
  return Uint32Array.from({ length }, (_, row) => table.readUInt32BE(8 + row * 4) - 1);
}

function chunksIn(stsc: Buffer, places: Buffer, placeBytes: 4 | 8): Chunks {
  const rows = lengthOf(stsc, 12);
  const field = (row: number, index: number): number => stsc.readUInt32BE(8 + row * 12 + index * 4);
  return {
    count: rows === 0 ? 0 : lengthOf(places, placeBytes),
    offsetOf: (chunk) =>
      placeBytes === 4
        ? places.readUInt32BE(8 + chunk * 4)
        : Number(places.readBigUInt64BE(8 + chunk * 8)),
    firstOf: (row) => (row < rows ? field(row, 0) - 1 : Infinity),
    samplesIn: (row) => field(row, 1),
    descriptionOf: (row) => field(row, 2),
  };
}

/**
 * Number of entries in a table.
 * @throws ExcerptUnavailable if the table claims more entries than it has.
 */
function lengthOf(table: Buffer, step: number): number {
  const count = table.readUInt32BE(4);
  if (8 + count * step > table.length) {
    throw new ExcerptUnavailable('a truncated table');
  }
  return count;
}
