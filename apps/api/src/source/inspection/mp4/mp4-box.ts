import type { SegmentBytes } from '../segment-bytes.js';
import { MalformedSegment } from '../segment-report.js';

/** A box of an ISO base media file, with contents from `start` to `end`. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Maximum number of boxes in a box. Real boxes contain fewer. The size of a box is not a sufficient
 * limit, because the boxes in it may be as short as eight bytes.
 */
const MOST_BOXES = 100_000;
/** Size of the longest header of a box, in bytes. */
export const BOX_HEAD_BYTES = 16;

/**
 * Parses the box whose header is at the start of `head`, which was read at offset `at` of the file.
 * @param limit end of the box's parent.
 * @throws MalformedSegment if it isn't a box, or exceeds its parent.
 */
export function boxAt(head: Buffer, at: number, limit: number): Box {
  const type = head.toString('latin1', 4, 8);
  if (head.length < 8 || !/^[\x20-\x7e\xa9][\x20-\x7e]{3}$/.test(type)) {
    throw new MalformedSegment(`no box at ${at}`, false);
  }
  const short = head.readUInt32BE(0);
  const isLong = short === 1 && head.length >= BOX_HEAD_BYTES;
  // A size of 0 marks the last box of a file.
  const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? limit - at : short;
  const start = at + (isLong ? BOX_HEAD_BYTES : 8);
  const end = at + size;
  if (end < start || end > limit) {
    throw new MalformedSegment(`the box ${type} at ${at} is truncated`, false);
  }
  return { type, start, end };
}

/**
 * The boxes within a range of a buffer, in order.
 * @throws MalformedSegment.
 */
export function boxesIn(buffer: Buffer, { start, end }: Pick<Box, 'start' | 'end'>): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end;) {
    const box = boxAt(buffer.subarray(at, at + BOX_HEAD_BYTES), at, end);
    boxes.push(box);
    if (boxes.length > MOST_BOXES) {
      throw new MalformedSegment('too many boxes');
    }
    at = box.end;
  }
  return boxes;
}

/**
 * The boxes within a range of a file, in order. Reads only their headers.
 * @param most number of boxes after which to stop, because a hostile file could have any number.
 * @throws MalformedSegment; whatever `bytes` throws.
 */
export async function* boxesOf(
  bytes: SegmentBytes,
  most: number,
  { start, end }: Pick<Box, 'start' | 'end'> = { start: 0, end: bytes.size },
): AsyncGenerator<Box> {
  for (let [at, count] = [start, 0]; at < end && count < most; count += 1) {
    const box = boxAt(await bytes.read(at, BOX_HEAD_BYTES), at, end);
    yield box;
    at = box.end;
  }
}

/** The box at the end of a path of types, or null. Follows the first box of each type. */
export function boxUnder(buffer: Buffer, parent: Box, path: readonly string[]): Box | null {
  let found: Box | null = parent;
  for (const type of path) {
    found = found && (boxesIn(buffer, found).find((box) => box.type === type) ?? null);
  }
  return found;
}

/**
 * The 32-bit number at a position of a box.
 * @throws MalformedSegment if the box ends before it
 */
export function numberAt(buffer: Buffer, at: number): number {
  if (at + 4 > buffer.length) {
    throw new MalformedSegment('a box that is too short');
  }
  return buffer.readUInt32BE(at);
}
