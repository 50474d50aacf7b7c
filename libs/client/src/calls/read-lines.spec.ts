import { ReadableStream } from 'node:stream/web';
import { readLines } from './read-lines.js';

/** Creates a body from these chunks, encoding text in UTF-8. */
function bodyOf(chunks: readonly (string | Uint8Array)[], onCancel = () => undefined) {
  const left = chunks.map((chunk) =>
    typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk,
  );
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift();
      if (next === undefined) {
        controller.close();
      } else {
        controller.enqueue(next);
      }
    },
    cancel: onCancel,
  }) as unknown as globalThis.ReadableStream<Uint8Array>;
}

async function linesOf(chunks: readonly (string | Uint8Array)[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(bodyOf(chunks), 1000)) {
    lines.push(line);
  }
  return lines;
}

const BYTES = [...new TextEncoder().encode('日本🐦\n')];

describe('readLines', () => {
  it.each<[what: string, chunks: (string | Uint8Array)[], lines: string[]]>([
    ['one line per chunk', ['a\n'], ['a']],
    ['several lines per chunk', ['a\nb\nc\n'], ['a', 'b', 'c']],
    ['one line over several chunks', ['a', 'b', 'c', '\n'], ['abc']],
    ['lines across chunk borders', ['a\nb', 'c\n'], ['a', 'bc']],
    ['heartbeats', ['\n', '\n\na\n', '\r\n', ' \n'], ['a']],
    ['characters split into bytes', BYTES.map((byte) => Uint8Array.of(byte)), ['日本🐦']],
    ['a line without a line break at its end', ['a\n{"type":"res'], ['a']],
    ['an empty body', [], []],
    ['empty chunks', [new Uint8Array(), 'a\n', new Uint8Array()], ['a']],
    ['invalid UTF-8', [Uint8Array.of(0xff, 0x0a)], ['\ufffd']],
  ])('reads %s', async (_, chunks, lines) => {
    await expect(linesOf(chunks)).resolves.toEqual(lines);
  });

  it('yields a line before the next has arrived', async () => {
    const lines = readLines(bodyOf(['a\n', 'b\n']), 1000);
    expect((await lines.next()).value).toBe('a');
    expect((await lines.next()).value).toBe('b');
    expect((await lines.next()).done).toBe(true);
  });

  it('cancels the body if the loop ends early', async () => {
    const cancel = jest.fn();
    for await (const line of readLines(bodyOf(['a\n', 'b\n'], cancel), 1000)) {
      expect(line).toBe('a');
      break;
    }
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('fails and cancels a body that has gone silent', async () => {
    jest.useFakeTimers();
    try {
      const cancel = jest.fn();
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('a\n')),
        cancel,
      }) as unknown as globalThis.ReadableStream<Uint8Array>;
      const lines = readLines(body, 1000);
      expect((await lines.next()).value).toBe('a');
      const next = lines.next();
      const failed = expect(next).rejects.toThrow('no data for 1000 ms');
      await jest.advanceTimersByTimeAsync(999);
      expect(cancel).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(1);
      await failed;
      expect(cancel).toHaveBeenCalledTimes(1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('fails on an endless line', async () => {
    const chunks = Array.from({ length: 33 }, () => 'x'.repeat(512 * 1024));
    await expect(linesOf(chunks)).rejects.toThrow('line too long');
  });
});
