import type { Send } from '../calls/call-api.js';
import { type FileSink, saveFile, type SaveStart } from './save-file.js';

const FILE = Buffer.from('0123456789');

/** Keeps a file in memory. */
class MemorySink implements FileSink {
  readonly starts: SaveStart[] = [];
  file = Buffer.alloc(0);
  validator: string | null = null;

  kept() {
    const { validator, file } = this;
    return Promise.resolve(validator === null ? null : { bytes: file.length, validator });
  }

  begin(start: SaveStart) {
    this.starts.push(start);
    this.validator = start.validator;
    this.file = this.file.subarray(0, start.at);
    return Promise.resolve();
  }

  write(bytes: Uint8Array) {
    this.file = Buffer.concat([this.file, bytes]);
    return Promise.resolve();
  }
}

interface Sending {
  readonly etag?: string;
  /**
   * How many bytes of each reply arrive before the connection is lost; Infinity if all of them do.
   */
  readonly until?: readonly number[];
}

/** Sends FILE as the server does. */
function sender({ etag = '"1"', until = [] }: Sending = {}) {
  const ranges: (string | null)[] = [];
  const send: Send = (_path, init) => {
    const headers = new Headers(init.headers);
    const asked = /^bytes=(\d+)-$/.exec(headers.get('range') ?? '');
    const at = asked !== null && headers.get('if-range') === etag ? Number(asked[1]) : 0;
    const most = until[ranges.length] ?? Infinity;
    ranges.push(headers.get('range'));
    const rest = FILE.subarray(at);
    const left = [rest.subarray(0, Math.min(most, rest.length))];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = left.shift();
        if (chunk !== undefined) {
          controller.enqueue(new Uint8Array(chunk));
        } else if (most < rest.length) {
          controller.error(new TypeError('terminated'));
        } else {
          controller.close();
        }
      },
    });
    const partial = { 'content-range': `bytes ${at}-${FILE.length - 1}/${FILE.length}` };
    return Promise.resolve(
      new Response(body, {
        status: at > 0 ? 206 : 200,
        headers: { etag, 'content-length': String(rest.length), ...(at > 0 && partial) },
      }),
    );
  };
  return { send, ranges };
}

let sink: MemorySink;
const save = (send: Send, signal = new AbortController().signal) =>
  saveFile(send, '/f', sink, { signal });

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  sink = new MemorySink();
});
afterEach(() => jest.useRealTimers());

it('saves a whole file', async () => {
  const { send, ranges } = sender();
  expect(await save(send)).toBe(10);
  expect(String(sink.file)).toBe('0123456789');
  expect(sink.starts).toEqual([{ at: 0, validator: '"1"', totalBytes: 10 }]);
  expect(ranges).toEqual([null]);
});

it.each([
  [1, 'bytes=0-'],
  [4, 'bytes=3-'],
  [10, 'bytes=9-'],
])('continues a part of %d bytes with one byte of overlap', async (length, range) => {
  sink.file = FILE.subarray(0, length);
  sink.validator = '"1"';
  const { send, ranges } = sender();
  expect(await save(send)).toBe(10);
  expect(String(sink.file)).toBe('0123456789');
  expect(ranges).toEqual([range]);
});

it('replaces a part that belongs to another version', async () => {
  sink.file = Buffer.from('abcdefghijklmnop');
  sink.validator = '"0"';
  expect(await save(sender().send)).toBe(10);
  expect(String(sink.file)).toBe('0123456789');
});

it('stores no validator if the server sends only a weak ETag', async () => {
  await save(sender({ etag: 'W/"1"' }).send);
  expect(sink.starts).toEqual([{ at: 0, validator: null, totalBytes: 10 }]);
});

it('resumes after lost connections as long as each attempt brings data', async () => {
  const { send, ranges } = sender({ until: [2, 2, 2, 2, 2, 2, 2, 2] });
  const done = save(send);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await done).toBe(10);
  expect(String(sink.file)).toBe('0123456789');
  expect(ranges.slice(0, 3)).toEqual([null, 'bytes=1-', 'bytes=2-']);
});

it('gives up after five attempts without a byte', async () => {
  const send = jest.fn<ReturnType<Send>, Parameters<Send>>(() =>
    Promise.reject(new TypeError('offline')),
  );
  const failed = expect(save(send)).rejects.toMatchObject({ kind: 'network' });
  await jest.advanceTimersByTimeAsync(60_000);
  await failed;
  expect(send).toHaveBeenCalledTimes(5);
});

it.each([
  ['of another version', '"1"', 'bytes 3-9/10'],
  ['from far behind the part', '"0"', 'bytes 1000000-1000009/1000010'],
  ['from before the part', '"0"', 'bytes 1-9/10'],
])('requests the whole file if a server sends a rest %s', async (_, etag, range) => {
  sink.file = Buffer.from('abcd');
  sink.validator = '"0"';
  const { send, ranges } = sender();
  const careless: Send = (path, init) =>
    new Headers(init.headers).has('range')
      ? Promise.resolve(
          new Response('3456789', { status: 206, headers: { etag, 'content-range': range } }),
        )
      : send(path, init);
  expect(await save(careless)).toBe(10);
  expect(String(sink.file)).toBe('0123456789');
  expect(ranges).toEqual([null]);
});

it('fails if a server sends a part of a file although the whole file was requested', async () => {
  const headers = { 'content-range': 'bytes 3-9/10' };
  const send = () => Promise.resolve(new Response('3456789', { status: 206, headers }));
  await expect(save(send)).rejects.toMatchObject({ kind: 'unexpected' });
  expect(sink.starts).toEqual([]);
});

it('gives up if only a byte that it already has arrives', async () => {
  const { send, ranges } = sender({ until: [4, ...Array<number>(20).fill(1)] });
  const failed = expect(save(send)).rejects.toMatchObject({ kind: 'network' });
  await jest.advanceTimersByTimeAsync(60_000);
  await failed;
  expect(ranges).toEqual([null, ...Array<string>(4).fill('bytes=3-')]);
});

it('fails immediately if the server refuses or the sink fails', async () => {
  const body = { error: 'Expired.', code: 'FILE_EXPIRED' };
  const gone = save(() => Promise.resolve(Response.json(body, { status: 410 })));
  await expect(gone).rejects.toMatchObject({ reply: { code: 'FILE_EXPIRED' } });
  sink.write = () => Promise.reject(new Error('ENOSPC'));
  await expect(save(sender().send)).rejects.toThrow('ENOSPC');
});
