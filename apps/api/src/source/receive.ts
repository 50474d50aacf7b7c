import type { Readable } from 'node:stream';
import type { Part } from './file-parts.js';
import type { Lane } from './host-share.js';

/**
 * All chunks of a body, also those that had come when its connection broke: a stream that fails
 * still holds what nobody had time to read, which a loop over it does not give.
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
 * The bytes of a part, which a split may shorten meanwhile. Sources may send more than was asked for.
 * @param lead how many bytes before the part the body begins with
 * @param onLead given them, before any byte of the part
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
    // Otherwise read on to the end of the answer: its connection can be used again then.
    if (wanted.length < own.length || (part.received >= part.end && part.end < askedEnd)) {
      return;
    }
  }
}
