import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExcerptUnavailable } from '../excerpt/byte-plan.js';
import { planFile } from '../excerpt/plan-file.js';
import { BufferBytes } from '../excerpt/testing/buffer-bytes.js';
import { type MediaBytes, MediaUnreadable, runMediaJob } from './media-job.js';

const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32BE(value, at * 4));
  return bytes;
};
const box = (type: string, ...contents: Buffer[]): Buffer => {
  const size = contents.reduce((sum, { length }) => sum + length, 8);
  return Buffer.concat([words(size), Buffer.from(type, 'latin1'), ...contents]);
};
const repeated = (one: Buffer, count: number): Buffer => Buffer.alloc(one.length * count, one);

const HEAD = box('ftyp', Buffer.from('isom\0\0\0\0', 'latin1'));
const MOVIE_HEAD = box('mvhd', Buffer.alloc(12), words(1000), Buffer.alloc(84));
const SAMPLE_BYTES = 16;
/** A VP8 sample entry of 64×64 pixels. */
const ENTRY = box(
  'vp08',
  words(0, 1, 0, 0, 0, 0, (64 << 16) | 64, 0x480000, 0x480000, 0, 0x10000),
  Buffer.alloc(30),
  Buffer.from([0, 0x18, 0xff, 0xff]),
);

interface Track {
  readonly samples: number;
  readonly isReordered?: boolean;
  /** How much later than in decoding order each sample is shown, in samples. */
  readonly shifts?: readonly number[];
  /** Duration of a sample, in milliseconds. */
  readonly sampleMs?: number;
  /** Start and duration of the parts of the media that an edit list shows, in ticks. */
  readonly edits?: readonly (readonly [start: number, duration: number])[];
  readonly descriptions?: number;
  /** True if all samples are the same bytes, nearly all of the media. */
  readonly isRepeated?: boolean;
  /** In bytes. */
  readonly sampleBytes?: number;
  /** True if the table lists the size of each sample. */
  readonly isListed?: boolean;
  /** Position of the first sample. */
  readonly at?: number;
  /** Distance between samples in bytes; null if they follow each other. */
  readonly stride?: number | null;
}

/**
 * A video track with a hundred samples per second, unless told otherwise, all of them in one chunk
 * at the start of the file.
 */
function trak({
  samples,
  isReordered = false,
  shifts = [],
  sampleMs = 10,
  edits = [],
  descriptions = 1,
  isRepeated = false,
  sampleBytes = isRepeated ? 1000 * SAMPLE_BYTES : SAMPLE_BYTES,
  isListed = false,
  at = 64,
  stride = isRepeated ? 0 : null,
}: Track): Buffer {
  const stbl = box(
    'stbl',
    box('stsd', words(0, descriptions), repeated(ENTRY, descriptions)),
    isListed
      ? box('stsz', words(0, 0, samples), repeated(words(sampleBytes), samples))
      : box('stsz', words(0, sampleBytes, samples)),
    box('stts', words(0, 1, samples, sampleMs)),
    box('stsc', words(0, 1, 1, stride === null ? samples : 1, 1)),
    stride === null
      ? box('stco', words(0, 1, at))
      : box(
          'stco',
          words(0, samples, ...Array.from({ length: samples }, (_, n) => at + n * stride)),
        ),
    ...(isReordered ? [box('ctts', words(0, 1, samples, 5))] : []),
    ...(shifts.length > 0 ? [reordered(shifts, sampleMs)] : []),
  );
  const mdhd = box('mdhd', words(0, 0, 0, 1000, 0, 0));
  const hdlr = box('hdlr', words(0, 0), Buffer.from('vide', 'latin1'), Buffer.alloc(13));
  const tkhd = box('tkhd', words(7, 0, 0, 1, 0, 0), Buffer.alloc(60));
  const list = edits.flatMap(([start, duration]) => [duration, start, 0x10000]);
  const edts = box('edts', box('elst', words(0, edits.length, ...list)));
  return box('trak', tkhd, edts, box('mdia', mdhd, hdlr, box('minf', stbl)));
}

/** The tables of a track whose first sample is its only key frame. */
function reordered(shifts: readonly number[], sampleMs: number): Buffer {
  const offsets = shifts.flatMap((shift) => [1, shift * sampleMs]);
  return Buffer.concat([
    box('ctts', words(0, shifts.length, ...offsets)),
    box('stss', words(0, 1, 1)),
  ]);
}

const movie = (...traks: Buffer[]): Buffer =>
  Buffer.concat([
    HEAD,
    box('mdat', Buffer.alloc(64 + 1000 * SAMPLE_BYTES)),
    box('moov', MOVIE_HEAD, ...traks),
  ]);

/** Where the media of a file begins that has its index in front. */
const FRONT_BYTES = 4096;

/** A file with its index in front, which ends after this many samples although the index lists more. */
function truncated(samples: number): Buffer {
  const start = Buffer.concat([
    HEAD,
    box('moov', MOVIE_HEAD, trak({ samples: 1000, at: FRONT_BYTES })),
  ]);
  const free = box('free', Buffer.alloc(FRONT_BYTES - start.length - 16));
  const media = Buffer.concat([words(8 + 1000 * SAMPLE_BYTES), Buffer.from('mdat', 'latin1')]);
  return Buffer.concat([start, free, media, Buffer.alloc(samples * SAMPLE_BYTES)]);
}

/** The bytes of a file with this many zeros as media, which are not held in memory. */
function withMedia(moov: Buffer, mediaBytes: number): MediaBytes {
  const start = Buffer.concat([HEAD, words(8 + mediaBytes), Buffer.from('mdat', 'latin1')]);
  const moovAt = start.length + mediaBytes;
  return {
    size: moovAt + moov.length,
    read: (at, length) => {
      const found = Buffer.alloc(length);
      start.copy(found, 0, Math.min(at, start.length));
      moov.copy(found, Math.max(0, moovAt - at), Math.max(0, at - moovAt));
      return Promise.resolve(found);
    },
  };
}

/** Boxes inside each other. */
function nested(depth: number): Buffer {
  let inner: Buffer = Buffer.alloc(0);
  for (let level = 0; level < depth; level += 1) {
    inner = box('mdia', inner);
  }
  return inner;
}

/** A fragmented file whose only fragment claims this many samples of no bytes. */
const fragment = (samples: number): Buffer =>
  Buffer.concat([
    HEAD,
    box(
      'moov',
      MOVIE_HEAD,
      trak({ samples: 0 }),
      box('mvex', box('trex', words(0, 1, 1, 10, 0, 0))),
    ),
    box(
      'moof',
      box('mfhd', words(0, 1)),
      box(
        'traf',
        box('tfhd', words(0x20000, 1)),
        box('tfdt', words(0, 0)),
        box('trun', words(0, samples)),
      ),
    ),
    box('mdat', Buffer.alloc(1000)),
  ]);

const never = new AbortController().signal;

describe('runMediaJob', () => {
  let folder: string;
  const copy = (bytes: MediaBytes, signal = never): Promise<unknown> =>
    runMediaJob(
      { kind: 'copy', span: { from: 1, to: 2 }, path: join(folder, 'copy') },
      bytes,
      signal,
    );

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-media-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('finds the times of a file, and reports which bytes a copy needs', async () => {
    const bytes = new BufferBytes(movie(trak({ samples: 1000 })));
    const times = await runMediaJob({ kind: 'times' }, bytes, never);
    expect(times).toEqual({ start: 0, end: 10, videoIds: [1] });
    const needed: unknown[] = [];
    const read = (at: number, length: number): Promise<Buffer> => bytes.read(at, length);
    await copy({ size: bytes.size, read, needs: (part) => needed.push(part) });
    expect(needed).toHaveLength(1);
  });

  it.each<[what: string, file: Buffer]>([
    ['claims four billion samples in a fragment', fragment(4_000_000_000)],
    ['has 20,000 nested boxes', Buffer.concat([HEAD, box('moov', nested(20_000))])],
    [
      'has an edit list with several parts',
      movie(
        trak({
          samples: 1000,
          edits: [
            [0, 500],
            [2000, 500],
          ],
        }),
      ),
    ],
    ['would grow when it is copied', movie(trak({ samples: 1000, isRepeated: true }))],
    ['has too many tracks', movie(repeated(trak({ samples: 3 }), 129))],
    ['has samples outside the file', movie(trak({ samples: 1000 })).subarray(0, 200)],
    ['ends before the end of the span', truncated(150)],
    ['ends before the last frames that a copy needs', truncated(350)],
    ['ends before the first frame of the span', truncated(50)],
    ['is not media', Buffer.from('<!doctype html>'.repeat(100))],
    ['is empty', Buffer.alloc(0)],
  ])('refuses a file that %s, and survives it', async (_, file) => {
    await expect(copy(new BufferBytes(file))).rejects.toBeInstanceOf(MediaUnreadable);
  });

  it('copies a span before the place where a truncated file ends', async () => {
    const copied = copy(new BufferBytes(truncated(500)));
    await expect(copied).resolves.toMatchObject({ startSeconds: 1 });
  });

  it.each([
    ['of five', 4.5, [0, 1, 2, 3, 4]],
    ['up to one that follows a later frame in the file', 5.5, [0, 1, 2, 3, 4, 5, 6, 7]],
  ])('copies all frames %s, if there is one per second', async (_, to, copied) => {
    // The frames I0 P4 B2 b1 b3 P8 B6 b5 b7, twice, each filled with its number.
    const group = [2, 5, 2, 0, 1, 5, 2, 0, 1];
    const bytes = movie(trak({ samples: 18, sampleMs: 1000, shifts: [...group, ...group] }));
    for (let n = 0; n < 18; n += 1) {
      bytes.fill(n + 1, 64 + n * SAMPLE_BYTES, 64 + (n + 1) * SAMPLE_BYTES);
    }
    const span = { from: 0, to: to - 2 };
    const path = join(folder, 'slow');
    await runMediaJob({ kind: 'copy', span, path }, new BufferBytes(bytes), never);
    const copy = await readFile(path);
    const isCopied = (n: number): boolean => copy.includes(Buffer.alloc(SAMPLE_BYTES, n + 1));
    expect(Array.from({ length: 18 }, (__, n) => n).filter(isCopied)).toEqual(copied);
  });

  it('refuses 12.5 million listed sizes before they are read', async () => {
    const moov = box('moov', MOVIE_HEAD, trak({ samples: 12_500_000, isListed: true }));
    await expect(copy(withMedia(moov, 20_000))).rejects.toMatchObject({
      message: expect.stringMatching(/^a table of 5\d{7} bytes$/) as unknown,
    });
  });

  it('refuses a file that claims four billion samples, and survives that its process exceeds the memory limit', async () => {
    const ended = copy(new BufferBytes(movie(trak({ samples: 4_000_000_000, isReordered: true }))));
    const error = (await ended.catch((thrown: unknown) => thrown)) as Error & { cause: Error };
    expect(error).toBeInstanceOf(MediaUnreadable);
    expect(error.message).toBe('its process ended');
    // V8 ends the process at its own limit with a reason. On a machine where garbage collection lags
    // behind, it reaches the kernel's limit first and crashes in one of several ways.
    expect(error.cause.message).toMatch(/^ended with SIG(ABRT|BUS|ILL|SEGV|TRAP)/);
  });

  it.each([
    ['one packet of 40 MB', 40_000_000, 'a packet of 40000000 bytes'],
    ['first packets of 4 MB in 20 tracks', 4_000_000, 'a packet of 4000000 bytes'],
  ])('refuses %s before anything is copied', async (_, sampleBytes, message) => {
    const track = trak({ samples: 400, sampleBytes });
    const moov = box('moov', MOVIE_HEAD, ...Array<Buffer>(20).fill(track));
    const bytes = withMedia(moov, 400 * sampleBytes > 4e9 ? 4e9 : 400 * sampleBytes);
    const lengths: number[] = [];
    const read: MediaBytes['read'] = (at, length) => {
      lengths.push(length);
      return bytes.read(at, length);
    };
    await expect(copy({ size: bytes.size, read })).rejects.toMatchObject({ message });
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(40_000_000);
  });

  it('reads the packets of a copy in blocks', async () => {
    const track = trak({ samples: 1000, sampleBytes: 4000 });
    const bytes = withMedia(box('moov', MOVIE_HEAD, track), 4_000_000);
    let [reads, total] = [0, 0];
    const read: MediaBytes['read'] = (at, length) => {
      [reads, total] = [reads + 1, total + length];
      return bytes.read(at, length);
    };
    await copy({ size: bytes.size, read });
    // The copy has 310 packets, which take 1.2 MB.
    expect(reads).toBeLessThan(20);
    expect(total).toBeLessThan(1_500_000);
  });

  it.each([
    [
      'in blocks of each track if the tracks are far apart',
      [{ at: 64 }, { at: 40_000_064 }],
      6,
      40,
    ],
    ['one by one if they are scattered', [{ sampleBytes: 16, stride: 600_000 }], 9, 1000],
  ])('reads packets %s', async (_, tracks, mostMegabytes, mostReads) => {
    const traks = tracks.map((track) => trak({ samples: 400, sampleBytes: 4000, ...track }));
    const bytes = withMedia(box('moov', MOVIE_HEAD, ...traks), 250_000_000);
    const lengths: number[] = [];
    const read: MediaBytes['read'] = (at, length) => {
      lengths.push(length);
      return bytes.read(at, length);
    };
    await copy({ size: bytes.size, read });
    expect(lengths.length).toBeLessThan(mostReads);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(mostMegabytes * 1e6);
  });

  it('copies what a film with a long index needs', async () => {
    // As many packets as six hours of video at 50 per second and audio at 47 per second.
    const video = trak({ samples: 1_080_000, isListed: true, sampleBytes: 0, isReordered: true });
    const audio = trak({ samples: 1_010_000, isListed: true, sampleBytes: 0 });
    const film = movie(video, audio);
    await expect(copy(new BufferBytes(film))).resolves.toMatchObject({ startSeconds: 1 });
  });

  it('does not read a table that would not fit into memory', async () => {
    const size = 4e9;
    const head = Buffer.concat([HEAD, words(3e9), Buffer.from('moov', 'latin1'), Buffer.alloc(64)]);
    const lengths: number[] = [];
    const read = (at: number, length: number): Promise<Buffer> => {
      lengths.push(length);
      return Promise.resolve(Buffer.concat([head.subarray(at), Buffer.alloc(length)], length));
    };
    await expect(copy({ size, read })).rejects.toBeInstanceOf(MediaUnreadable);
    expect(Math.max(...lengths)).toBeLessThan(1e6);
  });

  it('ends with the reason of its signal, or with the error of a read', async () => {
    const gone = new Error('gone');
    const abort = new AbortController();
    const stuck = (): Promise<Buffer> => {
      abort.abort(gone);
      return new Promise(() => undefined);
    };
    await expect(copy({ size: 1000, read: stuck }, abort.signal)).rejects.toBe(gone);
    const broken = { size: 1000, read: () => Promise.reject(gone) };
    await expect(copy(broken)).rejects.toBe(gone);
  });
});

describe('planFile', () => {
  it.each([
    [1, 'copies the packets of'],
    [2, 'does not plan an excerpt of'],
  ])('for a file with %i sample descriptions, %s it', async (descriptions) => {
    const file = new BufferBytes(movie(trak({ samples: 1000, descriptions })));
    const planned = planFile(file, { from: 1, to: 2 }, never).catch((error: unknown) => error);
    await (descriptions === 1
      ? expect(planned).resolves.toBeNull()
      : expect(planned).resolves.toBeInstanceOf(ExcerptUnavailable));
  });
});
