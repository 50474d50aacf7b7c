import { RangesUnreliable } from '../client/source-error.js';

/** Bytes of a file, from `start` up to, but not including, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** How to build an excerpt of a file from its bytes. Times are in seconds. */
export interface BytePlan {
  /** Ranges to fetch. The excerpt is their concatenation. */
  readonly ranges: readonly ByteRange[];
  /** Bytes to overwrite in the excerpt, by position. */
  readonly patches: readonly { readonly at: number; readonly bytes: Buffer }[];
  /** The timestamp on the excerpt's clock at which the whole file begins to play. */
  readonly startSeconds: number;
  /** Duration of the whole file; null if its index doesn't give it. */
  readonly sourceSeconds: number | null;
}

/** Thrown if the source or the file's index doesn't allow fetching an excerpt. */
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
 * Limits for the size of one request in bytes. They are the same as for the parts of whole files
 * (see `evenParts`).
 */
const PART_BYTES = { least: 1024 * 1024, most: 8 * 1024 * 1024 };
/** Approximate number of connections that a host gets at first. */
const LANES = 4;

export function bytesIn(ranges: readonly ByteRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0);
}

/**
 * Splits ranges into parts for several connections. Each part is large enough to be worth a
 * separate request.
 */
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
