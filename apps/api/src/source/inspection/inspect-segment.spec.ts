import { createCipheriv } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { segmentBytes, type SegmentBytes, DecryptionFailed } from './segment-bytes.js';
import { inspectBytes } from './testing/inspect-bytes.js';

describe('packets of an MPEG transport stream', () => {
  const [PMT, VIDEO] = [0x100, 0x101];
  interface Packet {
    readonly pid: number;
    readonly counter: number;
    readonly payload: Buffer;
    readonly isStart?: boolean;
    readonly isNew?: boolean;
    readonly isBroken?: boolean;
  }
  function packet({ pid, counter, payload, isStart, isNew, isBroken }: Packet): Buffer {
    const head = Buffer.from([
      0x47,
      (isBroken ? 0x80 : 0) | (isStart ? 0x40 : 0) | (pid >> 8),
      pid & 255,
      0x30 | counter,
    ]);
    const stuffing = Buffer.alloc(188 - 4 - payload.length, 0xff);
    stuffing[0] = stuffing.length - 1;
    stuffing[1] = isNew ? 0x80 : 0;
    return Buffer.concat([head, stuffing, payload]);
  }
  const section = (table: number, body: number[]): Buffer =>
    Buffer.from([0, table, 0xb0, body.length + 9, 0, 1, 0xc1, 0, 0, ...body, 0, 0, 0, 0]);
  const pat = packet({ pid: 0, counter: 0, isStart: true, payload: section(0, [0, 1, 0xe1, 0]) });
  const pmt = packet({
    ...{ pid: PMT, counter: 0, isStart: true },
    payload: section(2, [0xe1, 1, 0xf0, 0, 0x1b, 0xe1, 1, 0xf0, 0]),
  });
  /** A frame that is presented at this time in seconds, in one packet. */
  const picture = (counter: number, seconds: number, changes: Partial<Packet> = {}): Buffer => {
    const ticks = (seconds * 90_000) % 2 ** 33;
    const time = [
      0x21 | (Math.floor(ticks / 2 ** 30) << 1),
      Math.floor(ticks / 2 ** 22) & 255,
      (Math.floor(ticks / 2 ** 14) & 254) | 1,
      Math.floor(ticks / 2 ** 7) & 255,
      ((ticks * 2) & 254) | 1,
    ];
    const payload = Buffer.from([0, 0, 1, 0xe0, 0, 0, 0x80, 0x80, 5, ...time, 0, 0, 1, 9]);
    return packet({ pid: VIDEO, counter, isStart: true, payload, ...changes });
  };
  /** A packet without media, with an adaptation field of this size. */
  const fieldsOnly = (bytes: number): Buffer =>
    Buffer.concat([
      Buffer.from([0x47, VIDEO >> 8, VIDEO & 255, 0x20, bytes]),
      Buffer.alloc(183, 0),
    ]);
  const tables = [pat, pmt];
  const three = [picture(0, 10), picture(1, 11), picture(2, 12)];

  it('measures the start and end of its video', async () => {
    const { problem, tracks, counters } = await inspectBytes(Buffer.concat([...tables, ...three]));
    expect([problem, tracks]).toEqual([
      null,
      [{ id: VIDEO, type: 'video', start: 10, end: 13, longestStep: 1 }],
    ]);
    expect(counters.get(VIDEO)).toEqual({ first: 0, last: 2, modulus: 16 });
  });

  it('follows a clock that wraps around', async () => {
    const wrap = 2 ** 33 / 90_000;
    const late = [picture(0, wrap - 1), picture(1, 0), picture(2, 1)];
    const { tracks } = await inspectBytes(Buffer.concat([...tables, ...late]));
    expect(tracks[0]?.end).toBeCloseTo(wrap + 2, 3);
  });

  it.each<[string, Buffer[], RegExp | null]>([
    ['a packet sent twice', [...tables, picture(0, 1), picture(0, 1), picture(1, 2)], null],
    [
      'a packet sent three times',
      [...tables, picture(0, 1), picture(0, 1), picture(0, 1)],
      /missing/,
    ],
    ['a missing packet', [...tables, picture(0, 1), picture(2, 3)], /missing/],
    [
      'an announced discontinuity',
      [...tables, picture(0, 1), picture(7, 3, { isNew: true })],
      null,
    ],
    [
      'counters that restart after new tables',
      [...tables, picture(4, 1), pat, picture(0, 3)],
      null,
    ],
    ['a corrupted packet', [...tables, picture(0, 1, { isBroken: true })], /no whole/],
    ['a packet without media', [...tables, picture(0, 1), fieldsOnly(183), picture(1, 2)], null],
    [
      'an adaptation field longer than its packet',
      [...tables, fieldsOnly(184)],
      /without contents/,
    ],
    ['no tables', three, /no table/],
    ['timestamps that go back', [...tables, picture(0, 9), picture(1, 3)], /goes back/],
    ['half a packet', [...tables, picture(0, 1), picture(1, 2).subarray(0, 99)], /is truncated/],
    ['zeros', [...tables, picture(0, 1), Buffer.alloc(188 * 5)], /no whole/],
    [
      'a packet that does not begin with a start code',
      [...tables, picture(0, 1, { payload: Buffer.alloc(40, 3) })],
      /does not begin/,
    ],
  ])('judges %s', async (_, packets, problem) => {
    const report = await inspectBytes(Buffer.concat(packets));
    expect(report.problem).toEqual(problem && expect.stringMatching(problem));
  });
});

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
