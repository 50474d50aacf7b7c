import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RangesUnreliable } from '../client/source-error.js';
import { Seams, shorterOverlap } from './seams.js';

const BEFORE = Buffer.from('the end of one part');
const AFTER = Buffer.from('and the next');
const AT = BEFORE.length;

describe('Seams', () => {
  let folder: string;
  let file: FileHandle;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-seams-'));
    file = await open(join(folder, 'part'), 'w+');
    await file.write(Buffer.concat([BEFORE, AFTER]));
  });
  afterEach(async () => {
    await file.close();
    await rm(folder, { recursive: true });
  });

  it('accepts parts with identical overlaps, and is then done with them', async () => {
    const seams = new Seams();
    seams.add(AT, BEFORE.subarray(-8));
    await seams.check(file, () => true);
    expect(seams.open).toEqual([]);
  });

  it('refuses parts of different files', async () => {
    const seams = new Seams();
    seams.add(AT, Buffer.from('another!'));
    await expect(seams.check(file, () => true)).rejects.toThrow(RangesUnreliable);
  });

  it('waits until the bytes before a seam are on disk, and reads no others', async () => {
    const seams = new Seams();
    seams.add(AT, Buffer.from('another!'));
    const asked: [number, number][] = [];
    await seams.check(file, (from, to) => {
      asked.push([from, to]);
      return false;
    });
    expect(asked).toEqual([[AT - 8, AT]]);
    expect(seams.open).toHaveLength(1);
  });
});

it('an overlap shrinks to a quarter, but not below 16 bytes', () => {
  expect([1024, 100, 20].map(shorterOverlap)).toEqual([256, 25, 16]);
});
