import type { Readable } from 'node:stream';
import type { Part } from './file-parts.js';
import type { Lane } from '../lanes/host-share.js';

/**
 * Yields all chunks of a body, including those that were received before its connection broke. A
 * failed stream still contains unread chunks, which a loop over the stream doesn't yield.
 */
export async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    for (let chunk = take(body); chunk !== null; chunk = take(body)) {
      yield chunk;
    }
    throw error;
  }
}

function take(body: Readable): Buffer | null {
  return body.read() as Buffer | null;
}

/**
 * Yields the bytes of a part, which a split may shorten in the meantime. Sources may send more than
 * requested.
 * @param lead number of bytes before the part that the body begins with.
 * @param onLead called with these bytes before any byte of the part is yielded.
 */
export async function* receive(
  body: Readable,
  part: Part,
  { lane, lead, onLead }: { lane: Lane; lead: number; onLead: (bytes: Buffer) => Promise<void> },
): AsyncGenerator<Buffer> {
  const askedEnd = part.end;
  const before: Buffer[] = [];
  let missing = lead;
  for await (const chunk of chunksOf(body)) {
    lane.received(chunk.length);
    const own = chunk.subarray(missing);
    if (missing > 0) {
      before.push(chunk.subarray(0, missing));
      missing = Math.max(0, missing - chunk.length);
      if (missing === 0) {
        await onLead(Buffer.concat(before));
      }
    }
    const wanted = own.subarray(0, part.end - part.received);
    part.received += wanted.length;
    if (wanted.length > 0) {
      yield wanted;
    }
    // Unless bytes are left over or the part was shortened, the response is read to its end, so
    // that its connection can be reused.
    if (wanted.length < own.length || (part.received >= part.end && part.end < askedEnd)) {
      return;
    }
  }
}
