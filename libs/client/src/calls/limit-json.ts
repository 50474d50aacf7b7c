import { readChunks } from './read-lines.js';

/** In bytes. The JSON of the largest list has a few hundred thousand. */
const MAX_BYTES = 16 * 1024 * 1024;
const SILENCE_MS = 60_000;

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of readChunks(body, SILENCE_MS)) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) {
      throw new Error('reply too large');
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Limits the size of a reply's JSON, so that no server can fill the memory of a program. Pages only
 * call the server they came from, and do without this code.
 */
export function withLimitedJson(response: Response): Response {
  const { body } = response;
  return body === null
    ? response
    : Object.defineProperty(response, 'json', {
        value: async () => JSON.parse(await textOf(body)) as unknown,
      });
}
