import type { SegmentGate } from '../inspection/segment-check.js';
import type { ExpectedSegment } from '../client/source-stream.js';

/**
 * The expectation that specs of the transport have of a segment. Their bytes are not real media.
 */
export const EXPECTED: ExpectedSegment = {
  holds: 'media',
  seconds: 4,
  slackSeconds: 0.5,
  startsAnew: false,
};

/** Accepts every segment unchecked. */
export function acceptAll(): SegmentGate {
  return {
    approve: async (index, segments) => {
      await segments.arrived(index);
      return true;
    },
    reset: () => undefined,
    damage: [],
    durationSeconds: null,
  };
}
