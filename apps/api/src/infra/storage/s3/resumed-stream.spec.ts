import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type OpenPart, resumedStream } from './resumed-stream.js';

const CONTENT = Buffer.from('0123456789');
const WHOLE = { first: 0, last: 9 };
const TIMES = { stallMs: 20, firstPauseMs: 1 };

/** A connection that breaks after some bytes. */
const broken = (from: number, bytes: number): Readable =>
  Readable.from(
    (function* () {
      yield CONTENT.subarray(from, from + bytes);
      throw new Error('connection reset');
    })(),
  );
const rest: OpenPart = ({ first, last }) =>
  Promise.resolve(Readable.from([CONTENT.subarray(first, last + 1)]));
const read = async (stream: Readable): Promise<string> => (await buffer(stream)).toString();

it.each([
  ['breaks', () => broken(0, 4)],
  ['ends early', () => Readable.from([CONTENT.subarray(0, 4)])],
  ['falls silent', () => new PassThrough().on('resume', () => undefined)],
])('continues at the next byte if a connection %s', async (_, first) => {
  expect(await read(resumedStream(first(), WHOLE, rest, TIMES))).toBe('0123456789');
});

it('reads only the requested part, however many connections that takes', async () => {
  const asked: number[] = [];
  const open: OpenPart = ({ first, last }) => {
    asked.push(first);
    return Promise.resolve(broken(first, Math.min(2, last + 1 - first)));
  };
  const stream = resumedStream(broken(2, 2), { first: 2, last: 7 }, open, TIMES);
  expect(await read(stream)).toBe('234567');
  expect(asked).toEqual([4, 6]);
});

it('fails if no connection delivers another byte, so that a short file never looks complete', async () => {
  let opened = 0;
  const open: OpenPart = ({ first }) => {
    opened += 1;
    return Promise.resolve(broken(first, 0));
  };
  const stream = resumedStream(broken(0, 4), WHOLE, open, TIMES);
  await expect(read(stream)).rejects.toThrow('connection reset');
  expect(opened).toBe(3);
});

it('fails immediately if the object is gone', async () => {
  const stream = resumedStream(broken(0, 4), WHOLE, () => Promise.resolve(null), TIMES);
  await expect(read(stream)).rejects.toThrow('the object is gone');
});

it.each(['before the first byte', 'while waiting for a byte'])(
  'closes the connection if the reader leaves %s',
  async (when) => {
    const body = new PassThrough();
    const stream = resumedStream(body, WHOLE, rest);
    stream.on('error', () => undefined);
    if (when !== 'before the first byte') {
      stream.resume();
      body.write('01');
      await new Promise((resolve) => stream.once('data', resolve));
    }
    const closed = new Promise((resolve) => body.once('close', resolve));
    stream.destroy();
    await closed;
    expect(body.destroyed).toBe(true);
  },
);
