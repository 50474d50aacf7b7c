import { type KeptPiece, stretchesOf } from './kept-segments.js';
import { hasSameBytes, type StoredSegment } from './segment/stored-segment.js';
import type { ArrivingSegments, SegmentGate } from './segment/segment-gate.js';
import type { Segment } from './source-stream.js';

/** What an earlier run has appended, and one of its segments as the source has it now. */
interface Replay {
  readonly list: readonly Segment[];
  readonly path: string;
  readonly pieces: readonly KeptPiece[];
  /** The last of them. */
  readonly proof: StoredSegment;
  readonly signal: AbortSignal;
}

/**
 * Which segment is fetched again, to prove that the stream is still the same: the last that was
 * appended and holds media, since each is judged by the next that does. All before it stay.
 * @returns its index; 0 when there is nothing to prove anything by
 */
export function proofAmong(pieces: readonly KeptPiece[], list: readonly Segment[]): number {
  let index = pieces.length - 1;
  while (index > 0 && list[index]?.expected.holds === 'init') {
    index -= 1;
  }
  return Math.max(0, index);
}

/**
 * Shows the gate what an earlier run has appended, as if it came once more: the gate knows then what
 * it knew, and has seen that all of it is whole.
 * @returns false when it is not, or is no longer what the source has; the gate is of no use then.
 * @throws the reason of the signal
 */
export async function replay(
  { list, path, pieces, proof, signal }: Replay,
  gate: SegmentGate,
): Promise<boolean> {
  const kept = stretchesOf(pieces).map((within) => ({ path, cipher: null, within }));
  const last = pieces.length - 1;
  const segments: ArrivingSegments = {
    list,
    arrived: (index) => Promise.resolve(index === last ? proof : (kept[index] ?? notThere(index))),
    // It was asked for again when it came, where that was called for.
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
