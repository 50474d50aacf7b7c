import { stat } from 'node:fs/promises';
import * as z from 'zod';
import type { FileSlice } from '../inspection/segment-bytes.js';

const bytes = z.number().int().positive();

/** A segment in the file: its size as received, and its size in the file, after decryption. */
const pieceSchema = z.object({ arrived: bytes, bytes });
export type KeptPiece = z.infer<typeof pieceSchema>;

/** A note about the segments on disk, which are the first ones of the stream, in order. */
export const keptSegmentsSchema = z.object({
  /** Identifies the stream, see `streamShape`. */
  stream: z.string(),
  pieces: z.array(pieceSchema),
});
export type KeptSegments = z.infer<typeof keptSegmentsSchema>;

/** The positions of consecutive pieces from the start of a file. */
export function slicesOf(pieces: readonly KeptPiece[]): FileSlice[] {
  let start = 0;
  return pieces.map(({ bytes: size }) => {
    const stretch = { start, size };
    start += size;
    return stretch;
  });
}

/** Total size of pieces, as received and in the file. */
export function sizeOf(pieces: readonly KeptPiece[]): KeptPiece {
  return pieces.reduce(
    (sum, piece) => ({ arrived: sum.arrived + piece.arrived, bytes: sum.bytes + piece.bytes }),
    { arrived: 0, bytes: 0 },
  );
}

/**
 * Whether a file is at least as long as its note requires. Any bytes beyond that were still being
 * appended, and are ignored.
 */
export async function isFileLongEnough(path: string, { pieces }: KeptSegments): Promise<boolean> {
  return stat(path).then(
    ({ size }) => size >= sizeOf(pieces).bytes,
    () => false,
  );
}
