import { RangesUnreliable } from '../client/source-error.js';

/** Bytes of a file from `start` to `end`, exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** How to build an excerpt of a file from its bytes. Times in seconds. */
export interface BytePlan {
  /** Ranges to fetch; the excerpt is these, concatenated. */
  readonly ranges: readonly ByteRange[];
  /** Bytes to overwrite in the excerpt, by position; the last patch may lie past its end. */
  readonly patches: readonly { readonly at: number; readonly bytes: Buffer }[];
  /** The timestamp, on the excerpt's clock, at which the whole file starts. */
  readonly startSeconds: number;
  /** Duration of the whole file; null if its index doesn't say. */
  readonly sourceSeconds: number | null;
}

/** The source or the file's index doesn't allow fetching an excerpt. */
export class ExcerptUnavailable extends RangesUnreliable {}

/**
 * Whether an error comes from reading past the end of a buffer because a table claims more bytes
 * than there are.
 */
export function isOutOfRange(error: unknown): boolean {
  // Compared by name, because jest runs code in a separate context, where Node's errors belong to
  // another realm.
  return (error as { name?: unknown } | null)?.name === 'RangeError';
}

/**
 * Ranges closer together than this are fetched as one, because another request would take as long
 * as the bytes in between, bytes.
 */
const GAP_BYTES = 128 * 1024;
/** Size of one request, bytes, as for the parts of whole files (see `evenParts`). */
const PART_BYTES = { least: 1024 * 1024, most: 8 * 1024 * 1024 };
/** Approximate number of connections that a host gets at first. */
const LANES = 4;

/** Merges ranges that overlap or are close together, in order. */
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

/** Total bytes of ranges. */
export function bytesIn(ranges: readonly ByteRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Splits ranges into parts that are each worth a request, for several connections. */
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

/**
 * Position of a byte of the whole file in the excerpt made from ranges of it.
 * @throws ExcerptUnavailable if the byte isn't included.
 */
export function placeIn(ranges: readonly ByteRange[], at: number): number {
  let before = 0;
  for (const { start, end } of ranges) {
    if (at >= start && at < end) {
      return before + at - start;
    }
    before += end - start;
  }
  throw new ExcerptUnavailable(`byte ${at} is not included`);
}
