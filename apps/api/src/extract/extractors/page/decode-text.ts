import { TextDecoder } from 'node:util';

/** Enough of a text to learn how it is written: where HTML has its charset (WHATWG HTML §13.2.3.2). */
const HEAD_BYTES = 1024;

const MARKS: readonly (readonly [string, string])[] = [
  ['efbbbf', 'utf-8'],
  ['feff', 'utf-16be'],
  ['fffe', 'utf-16le'],
];
const DECLARED = /(?:encoding|charset)\s{0,9}=\s{0,9}["']?\s{0,9}([\w-]{1,40})/i;

/**
 * Bytes as text, by the byte order mark, by what they are, by the `Content-Type` or by the document's
 * own word, in this order; UTF-8 when none of these is any good. Bytes that make no sense become U+FFFD.
 * @param contentType header of the answer, where it has one.
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
  // What begins like ASCII is no UTF-16, whatever it says; that has a mark.
  return decoderOf(mark === undefined && /^utf-?16/i.test(label ?? '') ? undefined : label);
}

/** True for letters beyond ASCII that are UTF-8: no other encoding makes such bytes by accident. */
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
