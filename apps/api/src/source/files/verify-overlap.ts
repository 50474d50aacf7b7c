import { Interrupted } from '../client/source-error.js';

/**
 * Compares and strips the bytes that a resumed body repeats. A source without ETags may serve a
 * different file under the same headers, and only the bytes reveal that.
 * @param overlap the bytes that the body must begin with.
 * @param onOther called if the body begins differently; must throw.
 * @throws Interrupted if the body ends before the comparison is complete.
 */
export async function* verifyOverlap<T extends Uint8Array>(
  body: AsyncIterable<T>,
  overlap: Uint8Array,
  onOther: () => Promise<never> | never,
): AsyncGenerator<T> {
  let left = overlap;
  for await (const chunk of body) {
    const repeated = chunk.subarray(0, left.length);
    if (Buffer.compare(left.subarray(0, repeated.length), repeated) !== 0) {
      await onOther();
    }
    left = left.subarray(repeated.length);
    if (chunk.length > repeated.length) {
      yield chunk.subarray(repeated.length) as T;
    }
  }
  if (left.length > 0) {
    throw new Interrupted(500, { code: 'SOURCE_INCOMPLETE' });
  }
}
