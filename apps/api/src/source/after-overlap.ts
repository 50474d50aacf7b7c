import { Interrupted } from './source-error.js';

/**
 * A resumed body without the bytes that it repeats of what came before the break. Sources without
 * ETags serve another file under the same headers; only its bytes show it.
 * @param overlap what the body must begin with
 * @param onOther called when it begins otherwise; throws
 * @throws Interrupted when the body ends before all of it has been compared
 */
export async function* afterOverlap<T extends Uint8Array>(
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
