import { inspectBytes } from '../testing/inspect-bytes.js';

const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeInt32BE(value | 0, 4 * index));
  return bytes;
};
function box(type: string, ...contents: Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  return Buffer.concat([words(8 + body.length), Buffer.from(type, 'latin1'), body]);
}
/** A box with a size of 64 bits. */
function longBox(type: string, ...contents: Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  return Buffer.concat([words(1), Buffer.from(type, 'latin1'), words(0, 16 + body.length), body]);
}

/** An initialization section with a VP9 track, whose samples last a second. */
const head = box(
  'moov',
  box(
    'trak',
    box('tkhd', words(0, 0, 0, 1)),
    box(
      'mdia',
      box('mdhd', words(0, 0, 0, 1000)),
      box('hdlr', words(0, 0), Buffer.from('vide')),
      box('minf', box('stbl', box('stsd', words(0, 1), box('vp09', Buffer.alloc(78))))),
    ),
  ),
  box('mvex', box('trex', words(0, 1, 1, 1000, 0, 0))),
);
/** Consecutive samples. @param offset from the start of the moof, in bytes. */
const run = (offset: number, ...sizes: number[]): Buffer =>
  box('trun', words(0x201, sizes.length, offset, ...sizes));
const fragmentOf = (...runs: Buffer[]): Buffer[] => [
  box('mfhd', words(0, 1)),
  box('traf', box('tfhd', words(0x20000, 1)), box('tfdt', words(0, 0)), ...runs),
];
const MOOF_BYTES = Buffer.concat(fragmentOf(run(0, 0))).length + 8;
/** Media that begins like a VP9 frame everywhere. */
const media = (bytes: number): Buffer => box('mdat', Buffer.alloc(bytes, 0x80));
const problemOf = async (...boxes: Buffer[]): Promise<string | null> =>
  (await inspectBytes(Buffer.concat([head, ...boxes]))).problem;

describe('readMp4', () => {
  it('finds the samples of a fragment', async () => {
    const moof = box('moof', ...fragmentOf(run(MOOF_BYTES + 8, 100)));
    expect(await problemOf(moof, media(100))).toBeNull();
    expect(await problemOf(moof, media(99))).toMatch(/not in the media/);
  });

  it('finds them after a box with a long header', async () => {
    const moof = longBox('moof', ...fragmentOf(run(MOOF_BYTES + 8 + 8, 100)));
    expect(await problemOf(moof, media(100))).toBeNull();
    expect(await problemOf(moof, media(99))).toMatch(/not in the media/);
  });

  it('refuses a table of samples that is too large', async () => {
    const padding = box('free', Buffer.alloc(17 * 1024 * 1024));
    const moof = box('moof', ...fragmentOf(run(MOOF_BYTES + 8, 100)), padding);
    expect(await problemOf(moof, media(100))).toMatch(/moof of \d+ bytes/);
  });

  it('refuses samples that share their bytes', async () => {
    const moofBytes = MOOF_BYTES + 7 * run(0, 0).length;
    const moof = box('moof', ...fragmentOf(...Array<Buffer>(8).fill(run(moofBytes + 8, 1000))));
    expect(await problemOf(moof, media(1000))).toMatch(/more samples than bytes/);
  });

  it('finds samples in several boxes with media', async () => {
    const moofBytes = MOOF_BYTES + run(0, 0).length;
    const moof = (second: number): Buffer =>
      box('moof', ...fragmentOf(run(moofBytes + 16, 100), run(moofBytes + second, 100)));
    const boxes = [media(0), media(100), media(0), media(100)];
    expect(await problemOf(moof(132), ...boxes)).toBeNull();
    expect(await problemOf(moof(131), ...boxes)).toMatch(/not in the media/);
    expect(await problemOf(moof(133), ...boxes)).toMatch(/not in the media/);
  });

  it('refuses more runs of samples than any fragment has', async () => {
    const repeated = (part: Buffer): Buffer => Buffer.alloc(90_000 * part.length, part);
    const fragment = Buffer.concat(fragmentOf(repeated(run(0))));
    const moof = box('moof', fragment, fragment);
    expect(await problemOf(moof, repeated(media(1)))).toMatch(/too many/);
  });
});
