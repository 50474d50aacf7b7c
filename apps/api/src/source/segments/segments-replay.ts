import { type KeptPiece, slicesOf } from './kept-segments.js';
import { hasSameBytes, type StoredSegment } from '../inspection/stored-segment.js';
import type { SegmentGate } from '../inspection/segment-check.js';
import type { ArrivingSegments } from '../inspection/segment-inspections.js';
import type { Segment } from '../client/source-stream.js';

interface Replay {
  readonly list: readonly Segment[];
  readonly path: string;
  readonly pieces: readonly KeptPiece[];
  /** The last of the segments, as the source delivers it now. */
  readonly proof: StoredSegment;
  readonly signal: AbortSignal;
}

/**
 * Finds the segment to fetch again in order to prove that the stream is unchanged. It is the last
 * appended segment with media, because each segment is judged by the next one with media. All
 * segments before it are kept.
 * @returns the index of the segment; 0 if there is none.
 */
export function proofIndex(pieces: readonly KeptPiece[], list: readonly Segment[]): number {
  let index = pieces.length - 1;
  while (index > 0 && list[index]?.expected.holds === 'init') {
    index -= 1;
  }
  return Math.max(0, index);
}

/**
 * Passes the segments of an earlier run through the gate again. This restores the gate's state, and
 * confirms that the segments are intact.
 * @returns false if they aren't, or if the source has changed. The gate is then unusable.
 * @throws the signal's reason.
 */
export async function replay(
  { list, path, pieces, proof, signal }: Replay,
  gate: SegmentGate,
): Promise<boolean> {
  const kept = slicesOf(pieces).map((within) => ({ path, cipher: null, within }));
  const last = pieces.length - 1;
  const segments: ArrivingSegments = {
    list,
    arrived: (index) => Promise.resolve(index === last ? proof : (kept[index] ?? notThere(index))),
    // The earlier run has already fetched segments again if that was necessary.
    again: () => Promise.resolve(),
  };
  try {
    const before = kept[last];
    if (before === undefined || !(await hasSameBytes(before, proof))) {
      return false;
    }
    for (let index = 0; index < last; index += 1) {
      signal.throwIfAborted();
      if (!(await gate.approve(index, segments)) || gate.damage.length > 0) {
        return false;
      }
    }
    return true;
  } catch {
    signal.throwIfAborted();
    return false;
  }
}

function notThere(index: number): never {
  throw new Error(`segment ${index} was not appended`);
}
