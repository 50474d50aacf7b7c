import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DomainError } from '../../infra/errors/domain-error.js';
import { isEverySample, samples } from '../../infra/testing/samples.js';
import type { Downloaded } from '../files/downloaded.js';
import { downloadStream } from '../stream-download.js';
import { Fetching } from '../testing/fetching.js';
import { FAULTS } from './testing/faults.js';
import { type Fault, SegmentOrigin } from './testing/segment-origin.js';
import {
  REDUNDANT_PLAYLISTS,
  GOOD_PLAYLISTS,
  hls,
  SECONDS,
  SOUND,
  segmentedMedia,
} from './testing/segmented-media.js';
import { shortenWaits } from '../testing/short-waits.js';

shortenWaits();

const GOOD_KINDS = Object.keys(GOOD_PLAYLISTS).filter(
  (kind) => isEverySample() || !REDUNDANT_PLAYLISTS.has(kind),
);
/** Kinds with segments that are fetched twice, because their video is shorter than expected. */
const ODD = / with a gap| of a screen$/;
/** Kinds in which damage shows in different ways, each with the faults to test. */
const FAULTED = samples(
  ['TS with B-frames', 'TS with whole numbers', 'fMP4', 'packed AAC', 'DASH in WebM'],
  [
    ...['TS with sound alone', 'TS with HEVC', 'TS with late sound'],
    ...['fMP4 with VP9', 'fMP4 with pictures alone', 'DASH in chunks'],
  ],
);
/**
 * Faults that are not detected here. Frames of AAC and Opus without headers look like junk, so the
 * finished file's audio is decoded instead.
 */
const UNSEEN = new Set(['fMP4: junk within', 'fMP4 with VP9: junk within']);
/**
 * Without timestamps, a wrong segment is only noticed once the right one arrives, which is too late
 * to replace it.
 */
const UNMENDED = new Set(['packed AAC: another one']);
const SEED = 20_261_122;

/** Random numbers from 0 to 1. Equal seeds give equal numbers. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

describe('segments of real media', () => {
  let fetching: Fetching;

  beforeEach(async () => {
    fetching = await Fetching.start();
  });
  afterEach(() => fetching.end());

  async function download(
    kind: string,
    faults: ReadonlyMap<number, Fault> = new Map(),
    acceptsDamage = false,
  ): Promise<{ found: Downloaded; origin: SegmentOrigin }> {
    // Each download must start over, although earlier ones used the same path.
    await rm(`${fetching.path()}.note`, { force: true });
    const origin = await SegmentOrigin.open(await segmentedMedia(kind));
    faults.forEach((fault, index) => origin.faults.set(index, fault));
    try {
      const found = await downloadStream(origin.stream, fetching.path(), {
        context: fetching.context({ acceptsDamage }),
        renew: () => Promise.reject(new Error('no renewal was expected')),
      });
      return { found, origin };
    } finally {
      await origin.close();
    }
  }
  const wholeOf = (origin: SegmentOrigin): Buffer =>
    Buffer.concat(origin.pieces.map((_, index) => origin.bytesOf(index)));
  const isOnDisk = async (bytes: Buffer): Promise<boolean> =>
    bytes.equals(await readFile(fetching.path()));

  it.each(GOOD_KINDS)('accepts %s unchanged', async (kind) => {
    const { found, origin } = await download(kind);
    const asked = origin.asked.filter((name) => !/m3u8|key/.test(name));
    const again = asked.length - origin.pieces.length;
    expect(again).toBeLessThanOrEqual(ODD.test(kind) ? origin.pieces.length : 0);
    expect(found.damage).toEqual([]);
    // The audio may be padded or late, or the end of a still picture may not be stated.
    expect(Math.abs((found.durationSeconds ?? 0) - secondsOf(kind))).toBeLessThan(3);
    if (!kind.includes('keys')) {
      expect(await isOnDisk(wholeOf(origin))).toBe(true);
    }
  });

  it('decrypts encrypted segments', async () => {
    const { origin } = await download('TS with keys');
    const file = await readFile(fetching.path());
    expect([file[0], file.length % 188]).toEqual([0x47, 0]);
    expect(file.length).toBeLessThan(wholeOf(origin).length);
  });

  /** Segments that are large enough to be changed by every fault. */
  async function worthy(kind: string): Promise<{ index: number; origin: SegmentOrigin }[]> {
    const origin = await SegmentOrigin.open(await segmentedMedia(kind));
    await origin.close();
    return origin.pieces.flatMap((_, index) =>
      origin.bytesOf(index).length > 2000 ? [{ index, origin }] : [],
    );
  }

  async function faultsOf(kind: string): Promise<Map<string, { index: number; bytes: Buffer }>> {
    const pieces = await worthy(kind);
    const random = numbers(SEED + kind.length);
    const faults = new Map<string, { index: number; bytes: Buffer }>();
    for (const [name, fault] of Object.entries(FAULTS)) {
      const { index, origin } =
        pieces[Math.floor(random() * pieces.length)] ?? pieces[0] ?? never();
      const good = origin.bytesOf(index);
      const bytes = fault(good, {
        place: random(),
        bytesOf: (at) => origin.bytesOf(at),
        index,
        count: origin.pieces.length,
        junk: (size) => Buffer.from(Array.from({ length: size }, () => random() * 256)),
      });
      if (!bytes.equals(good) && !UNSEEN.has(`${kind}: ${name}`)) {
        faults.set(name, { index, bytes });
      }
    }
    return faults;
  }

  it.each(FAULTED)('appends no damaged segments of %s', async (kind) => {
    const taken: string[] = [];
    for (const [name, { index, bytes }] of await faultsOf(kind)) {
      const end = await download(kind, new Map([[index, () => bytes]])).then(
        () => 'taken',
        (error: DomainError) => error.code,
      );
      if (end !== (bytes.length === 0 ? 'SOURCE_INCOMPLETE' : 'SOURCE_DAMAGED')) {
        taken.push(`${name} at ${index}: ${end}`);
      }
    }
    expect(taken).toEqual([]);
  });

  it.each(FAULTED)('recovers %s when a second request brings the right bytes', async (kind) => {
    const wrong: string[] = [];
    for (const [name, { index, bytes }] of await faultsOf(kind)) {
      const once: Fault = (good, count) => (count === 0 ? bytes : good);
      const end = await download(kind, new Map([[index, once]])).then(
        async ({ origin }) => ((await isOnDisk(wholeOf(origin))) ? '' : 'not the same'),
        (error: DomainError) => error.code,
      );
      if (end !== '' && !UNMENDED.has(`${kind}: ${name}`)) {
        wrong.push(`${name} at ${index}: ${end}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  describe('when another rendition takes the place of a segment', () => {
    let folder: string;
    let other: SegmentOrigin;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'dipper-rendition-'));
      const small = `testsrc=size=128x72:rate=25:duration=${SECONDS}`;
      const coding = ['-c:v', 'libx264', '-bf', '3', '-c:a', 'aac', '-ar', '44100'];
      const keyed = ['-force_key_frames', 'expr:gte(t,n_forced*4)', '-hls_time', '4'];
      await hls(['-f', 'lavfi', '-i', small, ...SOUND], ...coding, ...keyed)(folder);
      other = await SegmentOrigin.open(folder);
      await other.close();
    });
    afterAll(() => rm(folder, { recursive: true }));

    it.each([0, 1, 2, 3])('refuses it as segment %d, and accepts the right one', async (index) => {
      const foreign = other.bytesOf(index);
      await expect(
        download('TS with B-frames', new Map([[index, () => foreign]])),
      ).rejects.toMatchObject({ code: 'SOURCE_DAMAGED' });
      const once: Fault = (good, count) => (count === 0 ? foreign : good);
      const { origin } = await download('TS with B-frames', new Map([[index, once]]));
      expect(await isOnDisk(wholeOf(origin))).toBe(true);
    });
  });

  it('locates the damage', async () => {
    const zeros: Fault = (bytes) => Buffer.alloc(bytes.length);
    await expect(download('fMP4', new Map([[2, zeros]]))).rejects.toMatchObject({
      damage: [{ from: 4, to: 8 }],
    });
  });

  it('does not call a source damaged if it sends different bytes each time', async () => {
    const noise: Fault = (bytes, count) => Buffer.alloc(bytes.length, count);
    await expect(download('fMP4', new Map([[2, noise]]))).rejects.toMatchObject({
      code: 'SOURCE_INCOMPLETE',
    });
  });

  it.each<[string, number, Fault, number]>([
    // Only the whole packets of the first half are kept.
    ['TS with B-frames', 1, (bytes) => bytes.subarray(0, 188 * 40), 188 * 40],
    ['TS with B-frames', 1, () => Buffer.from('<html>'), 0],
    // A box that claims more bytes than there are would swallow the next segment.
    ['fMP4', 2, (bytes) => bytes.subarray(0, bytes.length >> 1), 0],
  ])('keeps what it can of a damaged %s on request', async (kind, index, fault, kept) => {
    const { found, origin } = await download(kind, new Map([[index, fault]]), true);
    expect(found.damage).toEqual([{ from: 4, to: 8 }]);
    const file = await readFile(fetching.path());
    expect(file.length).toBe(wholeOf(origin).length - origin.bytesOf(index).length + kept);
  });

  it('bypasses caches with the second request', async () => {
    const { origin } = await download(
      'fMP4',
      new Map([[2, (bytes, count) => (count > 0 ? bytes : Buffer.alloc(9))]]),
    );
    expect(origin.controls.filter((control) => control === 'no-cache')).toHaveLength(1);
  });
});

function never(): never {
  throw new Error('no piece is large enough');
}

function secondsOf(kind: string): number {
  return kind.includes('new beginnings') ? 2 * SECONDS : SECONDS;
}
