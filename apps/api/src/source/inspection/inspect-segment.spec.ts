import { createCipheriv } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { segmentBytes, type SegmentBytes, DecryptionFailed } from './segment-bytes.js';
import { inspectBytes } from './testing/inspect-bytes.js';

describe('segments that no correct source serves', () => {
  const box = (type: string, ...contents: Buffer[]): Buffer => {
    const body = Buffer.concat(contents);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + body.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, body]);
  };
  it.each<[string, Buffer, RegExp]>([
    ['an HTML page', Buffer.from('<!doctype html>'.repeat(40)), /no media/],
    ['no bytes at all', Buffer.alloc(0), /no media/],
    ['zeros', Buffer.alloc(4000), /no media/],
    ['more boxes than any segment has', Buffer.alloc(8 * 100_002, box('free')), /too many/],
    ['a truncated box', box('styp', Buffer.alloc(40)).subarray(0, 30), /is truncated/],
    [
      'a box shorter than its own header',
      Buffer.from([0, 0, 0, 3, 0x66, 0x72, 0x65, 0x65]),
      /is truncated/,
    ],
    [
      'media without an initialization section',
      box('mdat', Buffer.alloc(40, 1)),
      /no initialization/,
    ],
    ['a head without tracks', Buffer.concat([box('ftyp'), box('moov')]), /without tracks/],
    [
      'tags without audio',
      Buffer.concat(Array(50).fill(Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'))),
      /no audio frame/,
    ],
    [
      'a cluster of an unknown track',
      Buffer.from('1f43b67588a3868100009f0000', 'hex'),
      /an unknown track/,
    ],
    ['a truncated cluster', Buffer.from('1f43b67590a3848100009f00', 'hex'), /is truncated/],
  ])('reports the problem with %s', async (_, bytes, problem) => {
    expect((await inspectBytes(bytes)).problem).toMatch(problem);
  });
});

describe('segmentBytes', () => {
  const cipher = { key: Buffer.alloc(16, 7), iv: Buffer.alloc(16, 9) };
  const plain = Buffer.from(Array.from({ length: 1003 }, (_, at) => (at * 7) & 255));
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-bytes-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function withBytes<T>(
    stored: Buffer,
    use: (bytes: SegmentBytes) => Promise<T>,
  ): Promise<T> {
    const path = join(folder, 'segment');
    await writeFile(path, stored);
    const file = await open(path);
    try {
      return await use(await segmentBytes(file, cipher));
    } finally {
      await file.close();
    }
  }
  const encrypted = (): Buffer => {
    const encrypt = createCipheriv('aes-128-cbc', cipher.key, cipher.iv);
    return Buffer.concat([encrypt.update(plain), encrypt.final()]);
  };

  it.each([
    [0, 1003],
    [0, 5],
    [16, 16],
    [17, 40],
    [990, 100],
    [1003, 10],
  ])('decrypts, from byte %d, %d bytes', async (at, length) => {
    await withBytes(encrypted(), async (bytes) => {
      expect(bytes.size).toBe(1003);
      const read = await bytes.read(at, length);
      expect(read.equals(plain.subarray(at, at + length))).toBe(true);
    });
  });

  it.each([
    ['part of a block', (): Buffer => encrypted().subarray(0, 1000)],
    ['no padding at its end', (): Buffer => encrypted().subarray(0, 992)],
    ['an empty segment', (): Buffer => Buffer.alloc(0)],
  ])('rejects %s', async (_, stored) => {
    await expect(withBytes(stored(), () => Promise.resolve())).rejects.toThrow(DecryptionFailed);
  });
});
