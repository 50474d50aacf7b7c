import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

export interface Poured {
  /** What went to the visitor, bytes. */
  readonly bytes: number;
  /** Why it ended too soon; null when the body ended by itself or the limit was reached. */
  readonly broken: unknown;
}

/**
 * Writes a body to the visitor as fast as the visitor takes it, and nothing beyond `limit` bytes.
 * Holds no more than the piece at hand and what the two connections buffer.
 */
export async function pour(
  body: AsyncIterable<Uint8Array>,
  response: ServerResponse,
  limit: number,
  signal: AbortSignal,
): Promise<Poured> {
  let bytes = 0;
  try {
    for await (const piece of body) {
      // A write after the end of the connection would be an error event that nobody hears.
      signal.throwIfAborted();
      const wanted = piece.subarray(0, limit - bytes);
      bytes += wanted.length;
      if (!response.write(wanted)) {
        await once(response, 'drain', { signal });
      }
      if (bytes === limit) {
        break;
      }
    }
    return { bytes, broken: null };
  } catch (broken) {
    return { bytes, broken };
  }
}
