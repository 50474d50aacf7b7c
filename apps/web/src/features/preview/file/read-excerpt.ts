import { openApi } from '../../../lib/api/api-client.js';

/** How much of a file is shown, bytes: several screens of text. */
const EXCERPT_BYTES = 16 * 1024;

/** The beginning of a file. */
export interface Excerpt {
  readonly text: string;
  readonly goesOn: boolean;
}

/**
 * The beginning of a file of text (UTF-8), up to the end of a line.
 * @throws ApiFailure, or the abort reason
 */
export async function readExcerpt(src: string, signal: AbortSignal): Promise<Excerpt> {
  const headers = { Range: `bytes=0-${EXCERPT_BYTES}` };
  const { body } = await openApi(src, { headers, signal });
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  // A server that knows no ranges sends the whole file.
  while (reader !== undefined && size <= EXCERPT_BYTES) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    chunks.push(value);
    size += value.length;
  }
  // What a broken connection says of its end is no matter.
  reader?.cancel().catch(() => undefined);
  return cutExcerpt(chunks);
}

function cutExcerpt(chunks: readonly Uint8Array[]): Excerpt {
  const decoder = new TextDecoder();
  let left = EXCERPT_BYTES;
  let text = '';
  let size = 0;
  for (const chunk of chunks) {
    text += decoder.decode(chunk.subarray(0, Math.max(0, left)), { stream: true });
    left -= chunk.length;
    size += chunk.length;
  }
  const goesOn = size > EXCERPT_BYTES;
  const end = goesOn ? text.lastIndexOf('\n') : -1;
  return { text: (end > 0 ? text.slice(0, end) : text).trimEnd(), goesOn };
}
