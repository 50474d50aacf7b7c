/** A part of a file: from `next` (first byte not there yet) to `end` (one past its last). */
export interface Part {
  next: number;
  readonly end: number;
}

/** Size of the parts a file is fetched in (public players ask for 8-10 MB). */
export const PART_BYTES = 8 * 1024 * 1024;

/** The parts of the rest of a file, in order. */
export function partsOf(from: number, total: number, partBytes = PART_BYTES): Part[] {
  const count = Math.ceil((total - from) / partBytes);
  return Array.from({ length: Math.max(0, count) }, (_, at) => ({
    next: from + at * partBytes,
    end: Math.min(from + (at + 1) * partBytes, total),
  }));
}
