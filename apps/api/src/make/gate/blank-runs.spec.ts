import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blankPackets, overlapsRun, type PlacedPacket, toPlacedPacket } from './blank-packets.js';
import { findBlankRuns, MIN_BLANK_BYTES } from './blank-runs.js';

const MIB = 1024 * 1024;

describe('findBlankRuns', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-blank-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const { signal } = new AbortController();

  const runsOf = async (size: number, runs: readonly [number, number][]): Promise<unknown> => {
    const content = Buffer.alloc(size, 0x5a);
    runs.forEach(([start, end]) => content.fill(0, start, end));
    await writeFile(join(folder, 'file'), content);
    return findBlankRuns(join(folder, 'file'), signal);
  };

  it.each<[string, number, [number, number][], [number, number][]]>([
    ['no runs in a file without zeros', MIB, [], []],
    ['no runs in an empty file', 0, [], []],
    ['a run of the minimum length at an odd offset', 5000, [[1001, 1257]], [[1001, 1257]]],
    ['no runs below the minimum length', 5000, [[1001, 1256]], []],
    ['a run across chunks', 3 * MIB, [[MIB - 100, 2 * MIB + 7]], [[MIB - 100, 2 * MIB + 7]]],
    [
      'a run of the minimum length across chunks',
      2 * MIB,
      [[MIB - 3, MIB + 253]],
      [[MIB - 3, MIB + 253]],
    ],
    [
      'a run at each end',
      5000,
      [
        [0, 300],
        [4500, 5000],
      ],
      [
        [0, 300],
        [4500, 5000],
      ],
    ],
    [
      'two runs close together',
      5000,
      [
        [1000, 1300],
        [1301, 1700],
      ],
      [
        [1000, 1300],
        [1301, 1700],
      ],
    ],
    ['one run in a file of zeros', 3 * MIB + 5, [[0, 3 * MIB + 5]], [[0, 3 * MIB + 5]]],
  ])('finds %s', async (_, size, runs, expected) => {
    expect(await runsOf(size, runs)).toEqual(expected.map(([start, end]) => ({ start, end })));
  });

  it('ignores a file that consists only of zeros', async () => {
    const runs = Array.from({ length: 1500 }, (_, index): [number, number] => [
      index * 512,
      index * 512 + MIN_BLANK_BYTES,
    ]);
    expect(await runsOf(1500 * 512, runs)).toBeNull();
  });
});

describe('blankPackets', () => {
  const video = (at: number, bytes: number): PlacedPacket => ({
    type: 'video',
    shown: 1,
    at,
    bytes,
  });
  const audio = (at: number, bytes: number): PlacedPacket => ({
    type: 'audio',
    shown: 1,
    at,
    bytes,
  });
  const isDamaged = (
    packet: PlacedPacket,
    [start, end]: [number, number],
    codec: string,
  ): boolean => blankPackets([packet], [{ start, end }], { video: codec, audio: codec }).length > 0;

  it.each<[string, PlacedPacket, [number, number], string, boolean]>([
    ['zeros inside a video packet', video(1000, 9000), [2000, 2256], 'h264', true],
    ['zeros that run into a packet', video(1000, 9000), [0, 1256], 'hevc', true],
    ['too few zeros in a packet', video(1000, 9000), [0, 1255], 'h264', false],
    ['padding at the end of a packet', video(1000, 9000), [9000, 10_000], 'h264', false],
    ['zeros next to a packet', video(1000, 9000), [10_000, 12_000], 'h264', false],
    ['a packet of zeros', video(1000, 200), [900, 1300], 'h264', true],
    ['a short packet of zeros', video(1000, 30), [900, 1300], 'hevc', true],
    ['a packet of zeros, which VP9 never has', video(1000, 200), [1000, 1300], 'vp9', true],
    ['padding of most of a packet', video(1000, 400), [1020, 1400], 'h264', false],
    ['an empty packet', video(1000, 0), [900, 1300], 'h264', false],
    ['VP9, which has longer runs by chance', video(1000, 9000), [2000, 2900], 'vp9', false],
    ['VP9 with a block of zeros', video(1000, 9000), [2000, 6096], 'vp9', true],
    ['a codec that pads with zeros', video(1000, 9000), [2000, 6096], 'mpeg2video', false],
    ['an audio packet of zeros', audio(1000, 300), [900, 1300], 'aac', true],
    ['a short packet of zeros, which is silence', audio(1000, 30), [900, 1300], 'aac', false],
    ['an audio packet that starts with data', audio(1000, 300), [1040, 1300], 'opus', false],
    ['PCM', audio(1000, 300), [900, 1300], 'pcm_s16le', false],
  ])('judges %s', (_, packet, run, codec, expected) => {
    expect(isDamaged(packet, run, codec)).toBe(expected);
  });

  it('finds the packets that a hole covers, but not the one whose end it covers', () => {
    const packets = [0, 1000, 2000, 3000, 4000].map((at) => video(at, 1000));
    const codecs = { video: 'av1', audio: null };
    expect(blankPackets(packets, [{ start: 504, end: 4600 }], codecs)).toEqual(packets.slice(1, 4));
  });

  it('finds zeros behind others that are too few', () => {
    const runs = [300, 900, 2000].map((bytes, index) => {
      return { start: 2000 + index * 2000, end: 2000 + index * 2000 + bytes };
    });
    const codecs = { video: 'vp9', audio: null };
    expect(blankPackets([video(1000, 9000)], runs, codecs)).toHaveLength(1);
    expect(blankPackets([video(1000, 5500)], runs, codecs)).toEqual([]);
  });

  it('reports damage everywhere, but not every damaged packet of very many', () => {
    const packets = Array.from({ length: 7001 }, (_, index) => ({
      ...video(index * 100, 100),
      shown: index,
    }));
    const codecs = { video: 'h264', audio: null };
    const found = blankPackets(packets, [{ start: 0, end: 1e6 }], codecs);
    expect(found.length).toBeLessThanOrEqual(2000);
    expect(found[0]?.shown).toBe(0);
    expect(found.at(-1)?.shown).toBe(7000);
    found.slice(1).forEach(({ shown }, index) => {
      expect((shown ?? 0) - (found[index]?.shown ?? 0)).toBe(4);
    });
  });

  it('finds the packets that overlap a run', () => {
    const runs = [100, 300, 500].map((start) => ({ start, end: start + 100 }));
    expect(
      [
        ...[video(0, 100), video(0, 101), video(199, 5), video(200, 5), video(200, 100)],
        ...[video(250, 51), video(450, 40), video(0, 900), video(599, 9), video(600, 9)],
      ].map((packet) => overlapsRun(packet, runs)),
    ).toEqual([false, true, true, false, false, true, false, true, true, false]);
    expect(overlapsRun(video(0, 9), [])).toBe(false);
  });

  it.each([
    ['video,0.066667,12345,48', { type: 'video', shown: 0.066667, bytes: 12345, at: 48 }],
    ['audio,N/A,300,48', { type: 'audio', shown: null, bytes: 300, at: 48 }],
    ['audio,1.0,300,N/A', null],
    ['subtitle,1.0,300,48', null],
    ['', null],
  ])('parses %j', (line, packet) => {
    expect(toPlacedPacket(line)).toEqual(packet);
  });
});
