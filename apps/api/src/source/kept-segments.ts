import { stat } from 'node:fs/promises';
import * as z from 'zod';
import type { Stretch } from './segment/segment-bytes.js';

const bytes = z.number().int().positive();

/** A segment that is in the file: its bytes as they came, and in the file, where they are deciphered. */
const pieceSchema = z.object({ arrived: bytes, bytes });
export type KeptPiece = z.infer<typeof pieceSchema>;

/** What is on disk of a segmented stream: its first segments, one after another. */
export const keptSegmentsSchema = z.object({
  /** Stands for the stream, see `streamShape`. */
  stream: z.string(),
  pieces: z.array(pieceSchema),
});
export type KeptSegments = z.infer<typeof keptSegmentsSchema>;

/** Where pieces lie that follow one another from the start of a file. */
export function stretchesOf(pieces: readonly KeptPiece[]): Stretch[] {
  let start = 0;
  return pieces.map(({ bytes: size }) => {
    const stretch = { start, size };
    start += size;
    return stretch;
  });
}

/** How many bytes pieces have together, as they came and in the file. */
export function sizeOf(pieces: readonly KeptPiece[]): KeptPiece {
  return pieces.reduce(
    (sum, piece) => ({ arrived: sum.arrived + piece.arrived, bytes: sum.bytes + piece.bytes }),
    { arrived: 0, bytes: 0 },
  );
}

/** True when a file is as long as its note says, or longer: what was being appended counts for nothing. */
export async function isThere(path: string, { pieces }: KeptSegments): Promise<boolean> {
  return stat(path).then(
    ({ size }) => size >= sizeOf(pieces).bytes,
    () => false,
  );
}
