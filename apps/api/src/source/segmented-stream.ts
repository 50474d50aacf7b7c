import { createHash } from 'node:crypto';
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
 * The same for two readings that name the same pieces of the same stream: addresses change with their
 * tokens, the names of files and the byte ranges do not. Short, and without anything secret.
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
