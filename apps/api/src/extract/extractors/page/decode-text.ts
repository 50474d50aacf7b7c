import { TextDecoder } from 'node:util';

/**
 * How many bytes are used to detect the encoding. An HTML page must declare its charset within them
 * (WHATWG HTML §13.2.3.2).
 */
const HEAD_BYTES = 1024;

const MARKS: readonly (readonly [string, string])[] = [
  ['efbbbf', 'utf-8'],
  ['feff', 'utf-16be'],
  ['fffe', 'utf-16le'],
];
const DECLARED = /(?:encoding|charset)\s{0,9}=\s{0,9}["']?\s{0,9}([\w-]{1,40})/i;

/**
 * Decodes bytes as text. The encoding is taken from the byte order mark, from the bytes themselves
 * (if they are valid UTF-8), from `Content-Type`, or from the declaration in the document, in this
 * order. If none of these is usable, UTF-8 is assumed. Invalid bytes become U+FFFD.
 * @param contentType the header of the response; '' if missing
 */
export async function* decodeText(
  chunks: AsyncIterable<Buffer>,
  contentType: string,
): AsyncGenerator<string> {
  let [head, decoder] = [Buffer.alloc(0), null as TextDecoder | null];
  for await (const chunk of chunks) {
    if (decoder === null) {
      head = Buffer.concat([head, chunk]);
      if (head.length >= HEAD_BYTES) {
        decoder = decoderFor(head, contentType);
        yield decoder.decode(head, { stream: true });
      }
    } else {
      yield decoder.decode(chunk, { stream: true });
    }
  }
  yield decoder === null ? decoderFor(head, contentType).decode(head) : decoder.decode();
}

function decoderFor(head: Buffer, contentType: string): TextDecoder {
  const mark = MARKS.find(([bytes]) => head.toString('hex', 0, 3).startsWith(bytes))?.[1];
  const isMarkup = /^\s*</.test(head.toString('latin1'));
  const own = isMarkup ? DECLARED.exec(head.toString('latin1', 0, HEAD_BYTES))?.[1] : undefined;
  const labels = [mark, isUtf8(head) ? 'utf-8' : undefined, DECLARED.exec(contentType)?.[1], own];
  const label = labels.find((one) => one !== undefined);
  // Without a byte order mark, a document that declares UTF-16 is not UTF-16, because its
  // declaration could be read as ASCII.
  return decoderOf(mark === undefined && /^utf-?16/i.test(label ?? '') ? undefined : label);
}

/**
 * True if the bytes are UTF-8 with non-ASCII characters. Text in other encodings is almost never
 * valid UTF-8.
 */
function isUtf8(head: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return head.some((byte) => byte >= 0x80);
  } catch {
    return false;
  }
}

function decoderOf(label: string | undefined): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
