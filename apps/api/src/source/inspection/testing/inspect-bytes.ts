import { inspectSegment, NO_HEAD } from '../inspect-segment.js';
import type { SegmentBytes } from '../segment-bytes.js';
import type { SegmentReport } from '../segment-report.js';

function inMemory(bytes: Buffer): SegmentBytes {
  return {
    size: bytes.length,
    read: (at, length) => Promise.resolve(bytes.subarray(at, at + length)),
  };
}

/** Inspects consecutive segments of a stream. @returns the report on the last one. */
export async function inspectBytes(...segments: readonly Buffer[]): Promise<SegmentReport> {
  let [head, last]: [typeof NO_HEAD, SegmentReport | null] = [NO_HEAD, null];
  for (const segment of segments) {
    ({ report: last, head } = await inspectSegment(inMemory(segment), head));
  }
  if (last === null) {
    throw new Error('no segment was given');
  }
  return last;
}
