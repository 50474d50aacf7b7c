import { open, readFile } from 'node:fs/promises';
import { SegmentOrigin } from '../inspection/testing/segment-origin.js';
import { segmentedMedia } from '../inspection/testing/segmented-media.js';
import type { Downloaded } from '../files/downloaded.js';
import { downloadStream } from '../stream-download.js';
import { Fetching } from '../testing/fetching.js';
import { shortenWaits } from '../testing/short-waits.js';

shortenWaits();

const KINDS = [
  'TS with B-frames',
  'TS with keys',
  'TS in one file',
  'TS whose clock wraps',
  'TS with a gap',
  'TS with new beginnings',
  'fMP4',
  'fMP4 in one file',
  'fMP4 with new beginnings',
  'packed AAC',
  'DASH',
  'DASH in WebM',
];

describe('a segmented stream that was interrupted', () => {
  let first: Fetching;
  let next: Fetching;
  let origin: SegmentOrigin;

  beforeEach(async () => {
    [first, next] = await Promise.all([Fetching.start(), Fetching.start()]);
  });
  afterEach(() => Promise.all([first.end(), next.end(), origin.close()]));

  const download = (fetching: Fetching): Promise<Downloaded> =>
    downloadStream(origin.stream, first.path(), {
      context: fetching.context(),
      renew: () => Promise.reject(new Error('no renewal was expected')),
    });
  /**
   * Breaks off at the last segment, which never arrives.
   * @returns the segments in the file, according to the note.
   */
  const breakOff = async (kind: string): Promise<{ arrived: number; bytes: number }[]> => {
    origin = await SegmentOrigin.open(await segmentedMedia(kind));
    const last = origin.pieces.length - 1;
    origin.faults.set(last, () => Buffer.alloc(9));
    await expect(download(first)).rejects.toThrow();
    origin.faults.delete(last);
    origin.asked.splice(0);
    const note = await readFile(`${first.path()}.note`, 'utf8');
    const { about } = JSON.parse(note) as {
      about: { pieces: { arrived: number; bytes: number }[] };
    };
    return about.pieces;
  };

  it.each(KINDS)('resumes %s', async (kind) => {
    const pieces = await breakOff(kind);
    const found = await download(next);
    const [file, kept] = [await readFile(first.path()), next.kept];
    const asked = origin.asked.filter((name) => !/m3u8|key/.test(name)).length;

    const clean = await Fetching.start();
    const whole = await downloadStream(origin.stream, clean.path(), {
      context: clean.context(),
      renew: () => Promise.reject(new Error('no renewal was expected')),
    });
    const isSame = file.equals(await readFile(clean.path()));
    await clean.end();
    expect(isSame).toBe(true);
    expect(found).toEqual(whole);
    expect(next.arrived).toBe(clean.arrived);
    // The last segment with media is fetched again as proof, and everything after it is fetched
    // too.
    const sizes = pieces.map(({ arrived }) => arrived);
    const count = sizes.findIndex(
      (_, at) => sizes.slice(0, at + 1).reduce((sum, size) => sum + size, 0) === kept,
    );
    expect(count).toBeGreaterThanOrEqual(pieces.length - 3);
    expect(kept).toBeGreaterThan(0);
    // Some segments are fetched twice, because their video is shorter than expected.
    const odd = kind.includes('with a gap') ? 2 : 0;
    expect(asked - (origin.pieces.length - count - 1)).toBeLessThanOrEqual(odd);
  });

  it.each(['TS with B-frames', 'fMP4', 'DASH'])(
    'starts over when %s was damaged on disk',
    async (kind) => {
      const pieces = await breakOff(kind);
      const file = await open(first.path(), 'r+');
      // The damage is in the second segment with media, which the note still lists.
      const at = (pieces[0]?.bytes ?? 0) + (pieces[1]?.bytes ?? 0) - 2000;
      await file.write(Buffer.alloc(1500), 0, 1500, at);
      await file.close();
      await download(next);
      expect(next.kept).toBe(0);
      const whole = Buffer.concat(origin.pieces.map((_, index) => origin.bytesOf(index)));
      expect((await readFile(first.path())).equals(whole)).toBe(true);
      expect(next.arrived).toBe(whole.length);
    },
  );
});
