import { OVERLAP_BYTES } from './seams.js';

/**
 * A part of a file, from `next` (the first byte that is not on disk) up to, but not including,
 * `end`.
 */
export interface Part {
  next: number;
  /** End of the received bytes, which are on disk or still being gathered. */
  received: number;
  /** Infinity while unknown. Splitting the part lowers it. */
  end: number;
  /** True if a response with the whole file has superseded this part. */
  isDropped: boolean;
  /** When the current attempt began, and `next` at that moment; null between attempts. */
  begun: { readonly at: number; readonly next: number } | null;
  /** How many bytes before `next` are requested again for comparison. */
  overlap: number;
  /** True if the length is unknown and a body has ended here. */
  hasEnded: boolean;
  /** True if the source has stated, after a body ended, that the file continues. */
  isLonger: boolean;
  /** Number of failed attempts to confirm that the file ends here. */
  doubts: number;
}

/**
 * Size of the first request in bytes. It is small because its response gives the file's size. After
 * that, all lanes start on equal parts.
 */
export const FIRST_BYTES = 1024 * 1024;
/**
 * Size of the largest part, in bytes. Public players request 8-10 MB, and some sources throttle
 * larger requests.
 */
const MAX_PART_BYTES = 8 * 1024 * 1024;
/**
 * Size of the smallest part that is worth a connection, in bytes. On a slow lane, parts may be
 * smaller.
 */
const MIN_PART_BYTES = 1024 * 1024;
const MIN_SLOW_PART_BYTES = 64 * 1024;
/** On a slow source, a part is split only if it would take longer than this, in milliseconds. */
const SLOW_PART_MS = 2000;
/**
 * Parts that will finish within this many milliseconds are not split, because opening another
 * connection takes about as long.
 */
const SOON_MS = 250;

export function partOf(next: number, end: number): Part {
  return {
    ...{ next, received: next, end, overlap: OVERLAP_BYTES, begun: null },
    ...{ isDropped: false, hasEnded: false, isLonger: false, doubts: 0 },
  };
}

export function isIncomplete({ next, end }: Part): boolean {
  return next < end;
}

/** Splits a range of a file into parts for this many lanes. */
export function evenParts(from: number, total: number, lanes: number): Part[] {
  const even = Math.ceil((total - from) / lanes);
  const size = Math.min(MAX_PART_BYTES, Math.max(MIN_PART_BYTES, even));
  const parts: Part[] = [];
  for (let at = from; at < total; at += size) {
    parts.push(partOf(at, Math.min(at + size, total)));
  }
  return parts;
}

/**
 * Splits off the second half of the part that would take longest.
 * @param now current time in milliseconds.
 * @returns the new part; null if none is worth another connection.
 */
export function splitSlowest(parts: readonly Part[], now: number): Part | null {
  const slowest = parts.reduce<Part | null>(
    (best, part) =>
      msLeft(part, now) > (best === null ? SOON_MS : msLeft(best, now)) ? part : best,
    null,
  );
  if (slowest === null || slowest.end === Infinity) {
    return null;
  }
  const { end, received } = slowest;
  slowest.end = received + Math.ceil((end - received) / 2);
  return partOf(slowest.end, end);
}

function msLeft({ begun, received, end }: Part, now: number): number {
  if (begun === null || now - begun.at < SOON_MS) {
    return 0;
  }
  const rate = (received - begun.next) / (now - begun.at);
  return end - received <= minSplitBytes(rate) ? 0 : (end - received) / rate;
}

/**
 * @param rate the lane's rate, in bytes per millisecond.
 * @returns the size in bytes up to which a part isn't split
 */
function minSplitBytes(rate: number): number {
  return Math.min(MIN_PART_BYTES, Math.max(MIN_SLOW_PART_BYTES, rate * SLOW_PART_MS));
}
