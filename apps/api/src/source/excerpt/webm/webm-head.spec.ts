import { ExcerptUnavailable } from '../byte-plan.js';
import { BufferBytes } from '../testing/buffer-bytes.js';
import { readWebmHead } from './webm-head.js';

/** A Matroska element with its id given in hexadecimal. */
function element(id: string, ...contents: readonly Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length));
  size[0] = 1;
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}

const EMPTY = Buffer.from('ec80', 'hex');
const many = (one: Buffer, count: number): Buffer => Buffer.alloc(one.length * count, one);
const cluster = element('1f43b675', Buffer.from('e78100', 'hex'));
const POSITION = Buffer.from('b786f78101f18100', 'hex');
const TIME = Buffer.from('b38100', 'hex');
const cue = element('bb', TIME, POSITION);
const file = (...tops: readonly Buffer[]): BufferBytes =>
  new BufferBytes(
    Buffer.concat([element('1a45dfa3'), element('18538067', ...tops, cluster, many(EMPTY, 99))]),
  );

describe('readWebmHead', () => {
  it.each<[string, BufferBytes]>([
    ['tracks', file(element('1654ae6b', many(EMPTY, 2e5)), element('1c53bb6b', cue))],
    ['info elements', file(element('1549a966', many(EMPTY, 2e5)), element('1c53bb6b', cue))],
    ['seek entries', file(element('114d9b74', many(EMPTY, 2e5)), element('1c53bb6b', cue))],
    ['empty cues', file(element('1c53bb6b', many(EMPTY, 1001)))],
    ['cues', file(element('1c53bb6b', many(cue, 1001)))],
    [
      'tracks in few cues',
      file(element('1c53bb6b', many(element('bb', TIME, many(POSITION, 20)), 60))),
    ],
    ['tracks in one cue', file(element('1c53bb6b', element('bb', many(EMPTY, 1e5))))],
  ])('does not read too many %s into memory', async (_what, bytes) => {
    await expect(readWebmHead(bytes, 1000)).rejects.toBeInstanceOf(ExcerptUnavailable);
  });

  it('reads cues up to the limit', async () => {
    const { cues } = await readWebmHead(file(element('1c53bb6b', many(cue, 1000))), 1000);
    expect(cues).toHaveLength(1000);
  });
});
