import type { Span } from '../../client/source-damaged.js';
import { ExcerptUnavailable } from '../byte-plan.js';

/**
 * A part of a file according to the file's index. Times are in seconds from the start of the first
 * piece.
 */
interface IndexedPiece {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
  /** Whether the piece starts with a key frame. */
  readonly isEntry: boolean;
}

/** The consecutive pieces of a file, according to one track's index. */
interface SegmentIndex {
  readonly trackId: number;
  readonly pieces: readonly IndexedPiece[];
}

const REFERENCE_BYTES = 12;

/**
 * Reads a segment index (ISO 14496-12 §8.16.3).
 * @param contents contents of the box, without its header.
 * @param endsAt end of the box in the file, from which offsets are counted.
 * @returns null for an index of indexes, or for an empty index.
 * @throws ExcerptUnavailable for a truncated index.
 */
export function readSidx(contents: Buffer, endsAt: number): SegmentIndex | null {
  const isLong = contents[0] === 1;
  const timescale = contents.readUInt32BE(8);
  const offset = isLong ? Number(contents.readBigUInt64BE(20)) : contents.readUInt32BE(16);
  const listAt = isLong ? 32 : 24;
  const count = contents.readUInt16BE(listAt - 2);
  if (timescale === 0 || listAt + count * REFERENCE_BYTES > contents.length) {
    throw new ExcerptUnavailable('a truncated index');
  }
  const pieces: IndexedPiece[] = [];
  let [start, from] = [endsAt + offset, 0];
  for (let at = listAt; at < listAt + count * REFERENCE_BYTES; at += REFERENCE_BYTES) {
    const reference = contents.readUInt32BE(at);
    if (reference >= 0x80000000) {
      return null;
    }
    const [end, to] = [start + reference, from + contents.readUInt32BE(at + 4) / timescale];
    pieces.push({ start, end, from, to, isEntry: contents.readUInt32BE(at + 8) >= 0x80000000 });
    [start, from] = [end, to];
  }
  return pieces.length === 0 ? null : { trackId: contents.readUInt32BE(4), pieces };
}

/**
 * The byte range of the pieces that a span needs, with one more piece on either side. Edit lists
 * and frame reordering shift times by less than a piece.
 * @param span in seconds from the start of the first piece.
 */
export function piecesFor(
  pieces: readonly IndexedPiece[],
  { from, to }: Span,
): readonly [start: number, end: number] {
  const playing = pieces.findLastIndex((piece) => piece.from <= from);
  // If no piece is marked as starting with a key frame, the muxer didn't check them.
  const hasEntries = pieces.some(({ isEntry }) => isEntry);
  let first = Math.max(0, playing - 1);
  while (first > 0 && hasEntries && pieces[first]?.isEntry !== true) {
    first -= 1;
  }
  const behind = pieces.findIndex((piece) => piece.from > to);
  const last = behind === -1 ? pieces.length - 1 : behind;
  return [pieces[first]?.start ?? 0, pieces[last]?.end ?? 0];
}
