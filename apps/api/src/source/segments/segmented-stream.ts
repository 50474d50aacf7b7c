import { createHash } from 'node:crypto';
import type { Remote, Segment } from '../client/source-stream.js';

/** All segments of a stream, as its page or playlist listed them when it was read. */
export interface SegmentedStream {
  readonly segments: readonly Segment[];
  /** The stream's own URL and headers. */
  readonly origin: Remote;
  /** The stream's variant in a master playlist; '' if there is no master playlist. */
  readonly variant: string;
}

/**
 * Identifies a stream and its segments, even after their page is read again. Uses file names and
 * byte ranges, because tokens make the URLs change. The result is short and contains no secrets.
 */
export function streamShape({ variant, segments }: SegmentedStream): string {
  const hash = createHash('sha256').update(JSON.stringify(variant));
  segments.forEach((segment) => hash.update(shape(segment)));
  return hash.digest('base64');
}

function shape({ url, range, key }: Segment): string {
  const name = new URL(url).pathname.split('/').at(-1);
  return JSON.stringify([name, range, key?.iv.toString('hex')]);
}
