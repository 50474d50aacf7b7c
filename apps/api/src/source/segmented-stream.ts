import type { Remote, Segment } from './source-stream.js';

/** All segments of one stream, as one reading of its page or playlist named them. */
export interface SegmentedStream {
  readonly segments: readonly Segment[];
  /** The stream's own address and headers. */
  readonly origin: Remote;
  /** Which variant of a master playlist it is; '' when there was no choice. */
  readonly variant: string;
}

/**
 * True when two readings name the same pieces of the same stream: addresses change with their
 * tokens, the names of files and the byte ranges do not.
 */
export function isSameStream(one: SegmentedStream, other: SegmentedStream): boolean {
  return (
    one.variant === other.variant &&
    one.segments.length === other.segments.length &&
    one.segments.every((segment, at) => shape(segment) === shape(other.segments[at]))
  );
}

function shape(segment: Segment | undefined): string {
  const name = segment === undefined ? '' : new URL(segment.url).pathname.split('/').at(-1);
  return JSON.stringify([name, segment?.range, segment?.key?.iv.toString('hex')]);
}
