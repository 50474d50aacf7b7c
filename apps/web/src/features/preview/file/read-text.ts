import { openApi } from '../../../lib/api/api-client.js';

/** A file of text, or its beginning. */
export interface ReadText {
  readonly text: string;
  readonly goesOn: boolean;
}

/**
 * A file of text (UTF-8), of a longer one the lines within so many bytes.
 * @throws ApiFailure, or the abort reason
 */
export async function readText(
  src: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ReadText> {
  // One more byte tells whether it goes on.
  const headers = { Range: `bytes=0-${maxBytes}` };
  const { body } = await openApi(src, { headers, signal });
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let left = maxBytes;
  let text = '';
  // A server that knows no ranges sends the whole file.
  while (reader !== undefined && left >= 0) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    text += decoder.decode(value.subarray(0, left), { stream: true });
    left -= value.length;
  }
  // What a broken connection says of its end is no matter.
  reader?.cancel().catch(() => undefined);
  const goesOn = left < 0;
  const end = goesOn ? text.lastIndexOf('\n') : -1;
  return { text: (end > 0 ? text.slice(0, end) : text).trimEnd(), goesOn };
}
