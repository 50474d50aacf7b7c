import { openApi } from '../../../lib/api/api-client.js';

/** The content of a text file, or its beginning. */
interface ReadText {
  readonly text: string;
  readonly goesOn: boolean;
}

/**
 * Reads a UTF-8 text file. If it is longer than `maxBytes`, returns only the whole lines within
 * that limit.
 * @throws ApiFailure, or the abort reason
 */
export async function readText(
  src: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ReadText> {
  // One extra byte reveals whether the file continues.
  const headers = { Range: `bytes=0-${maxBytes}` };
  const { body } = await openApi(src, { headers, signal });
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let left = maxBytes;
  let text = '';
  // A server that doesn't support ranges sends the whole file.
  while (reader !== undefined && left >= 0) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    text += decoder.decode(value.subarray(0, left), { stream: true });
    left -= value.length;
  }
  // Errors while closing the connection do not matter.
  reader?.cancel().catch(() => undefined);
  const goesOn = left < 0;
  const end = goesOn ? text.lastIndexOf('\n') : -1;
  return { text: (end > 0 ? text.slice(0, end) : text).trimEnd(), goesOn };
}
