import { RangesUnreliable } from '../source-error.js';

/** Bytes of a file, from `start` up to `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** How a file that holds a stretch of another is made of its bytes. Times in seconds. */
export interface BytePlan {
  /** What is fetched: the file is these, one behind the other. */
  readonly ranges: readonly ByteRange[];
  /** What is written over that, in places of the new file; the last may lie behind its end. */
  readonly patches: readonly { readonly at: number; readonly bytes: Buffer }[];
  /** The timestamp, on the clock of the new file, at which the whole file begins to play. */
  readonly startSeconds: number;
  /** How long the whole file plays; null where its index does not say. */
  readonly sourceSeconds: number | null;
}

/** A stretch of the file cannot be fetched alone: its source or its index does not allow it. */
export class NoExcerpt extends RangesUnreliable {}

/** True for reading beyond the end of a buffer: a table promises more than there is. */
export function isOutOfRange(error: unknown): boolean {
  // By its name: Node's own errors are of another realm where code runs in a context of its own.
  return (error as { name?: unknown } | null)?.name === 'RangeError';
}

/** What lies closer together is fetched with what is between: another request takes as long, bytes. */
const GAP_BYTES = 128 * 1024;
/** Size of what is asked for at once, bytes: as parts of whole files, see `evenParts`. */
const PART_BYTES = { least: 1024 * 1024, most: 8 * 1024 * 1024 };
/** How many connections a host is first asked with, about. */
const LANES = 4;

/** The same bytes in few ranges, in order. */
export function mergedRanges(ranges: readonly ByteRange[]): ByteRange[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end + GAP_BYTES) {
      last.end = Math.max(last.end, end);
    } else {
      merged.push({ start, end });
    }
  }
  return merged;
}

/** How many bytes ranges have together. */
export function bytesIn(ranges: readonly ByteRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** The same ranges in parts that are worth a request each, for several connections. */
export function partsOf(ranges: readonly ByteRange[]): ByteRange[] {
  const even = Math.ceil(bytesIn(ranges) / LANES);
  const size = Math.min(PART_BYTES.most, Math.max(PART_BYTES.least, even));
  return ranges.flatMap(({ start, end }) =>
    Array.from({ length: Math.ceil((end - start) / size) }, (_, part) => ({
      start: start + part * size,
      end: Math.min(end, start + (part + 1) * size),
    })),
  );
}

/** Where a byte of the whole file lies in one that is made of ranges of it. @throws NoExcerpt for one that is left out */
export function placeIn(ranges: readonly ByteRange[], at: number): number {
  let before = 0;
  for (const { start, end } of ranges) {
    if (at >= start && at < end) {
      return before + at - start;
    }
    before += end - start;
  }
  throw new NoExcerpt(`the byte ${at} is left out`);
}
