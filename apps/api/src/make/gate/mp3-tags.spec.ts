import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTagMisses } from './mp3-tags.js';

const sound = (bytes: number): Buffer => {
  const frames = Buffer.alloc(bytes, 0x55);
  frames.writeUInt32BE(0xfffb9064);
  return frames;
};
const id3 = (bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from('ID3\x04\0\0', 'latin1'),
    Buffer.from([0, 0, (bytes >> 7) & 127, bytes & 127]),
    Buffer.alloc(bytes, 1),
  ]);
const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 1)]);

describe('countTagMisses', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-tags-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const missesIn = async (...parts: Buffer[]): Promise<number> => {
    await writeFile(join(folder, 'file'), Buffer.concat(parts));
    return countTagMisses(join(folder, 'file'), new AbortController().signal);
  };

  it.each<[string, Buffer[], number]>([
    ['no misses in a file without tags', [sound(5000)], 0],
    ['no misses for a tag at the start', [id3(500), sound(5000)], 0],
    ['one miss for a tag between two episodes', [sound(5000), id3(950), sound(5000)], 1],
    ['two misses for an old tag before a new one', [sound(500), id3v1, id3(86), sound(500)], 2],
    ['one miss for an old tag at the end', [sound(500), id3v1], 1],
    ['one miss for a tag across two reads', [sound(1024 * 1024 - 5), id3(86), sound(50)], 1],
    [
      'no misses for bytes that only look like a tag',
      [sound(50), Buffer.from('ID3'), sound(900)],
      0,
    ],
    ['no misses for a tag without audio after it', [sound(500), id3(86), Buffer.alloc(900, 7)], 0],
    [
      'only so many misses in a file that consists of tags',
      [sound(50), Buffer.alloc(10 * 5000, id3(0))],
      4000,
    ],
  ])('counts %s', async (_, parts, misses) => {
    expect(await missesIn(...parts)).toBe(misses);
  });
});
