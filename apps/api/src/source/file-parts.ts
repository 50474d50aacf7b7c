import { OVERLAP_BYTES } from './seams.js';

/** A part of a file: from `next` (first byte not on disk) to `end` (one past its last). */
export interface Part {
  next: number;
  /** End of what has been received, on disk or still being gathered. */
  received: number;
  /** Infinity while unknown. Splitting moves it forward. */
  end: number;
  /** Replaced by an answer that brings the whole file. */
  isDropped: boolean;
  /** Start of the current attempt. */
  begun: { readonly at: number; readonly next: number } | null;
  /** Bytes before `next` that it is asked for with. */
  overlap: number;
  /** Of untold length, and an answer came to its end here. */
  hasEnded: boolean;
  /** Failed tries to learn whether that is the end of the file. */
  doubts: number;
}

/** The first request is small: its head tells the size, and then all lanes start on even parts. */
export const FIRST_BYTES = 1024 * 1024;
/** Largest part, bytes. Public players ask for 8-10 MB, and some sources throttle larger requests. */
const MAX_PART_BYTES = 8 * 1024 * 1024;
/** Smallest part to open a connection for, bytes: less only where a lane takes long for it. */
const MIN_PART_BYTES = 1024 * 1024;
const MIN_SLOW_PART_BYTES = 64 * 1024;
/** A slow source is split down to what a lane brings in this time, milliseconds. */
const SLOW_PART_MS = 2000;
/** Parts that finish sooner are not split: opening another connection takes about as long. */
const SOON_MS = 250;

export function partOf(next: number, end: number): Part {
  return {
    ...{ next, received: next, end, overlap: OVERLAP_BYTES, begun: null },
    ...{ isDropped: false, hasEnded: false, doubts: 0 },
  };
}

export function isMissing({ next, end }: Part): boolean {
  return next < end;
}

/** The bytes of a file from one place up to another, in parts for so many lanes. */
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
 * Splits off half of the part that will take longest, which ends sooner then.
 * @param now milliseconds
 * @returns the new part; null when none is worth another connection
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

/** @param rate of the lane, bytes per millisecond. @returns what is not split any more, bytes. */
function minSplitBytes(rate: number): number {
  return Math.min(MIN_PART_BYTES, Math.max(MIN_SLOW_PART_BYTES, rate * SLOW_PART_MS));
}
