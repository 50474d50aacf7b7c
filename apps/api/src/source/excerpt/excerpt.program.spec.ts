import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from '../../infra/env/env.js';
import { runProcess } from '../../infra/process/run-process.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { samples } from '../../infra/testing/samples.js';
import { waitUntil } from '../../infra/testing/wait-until.js';
import type { Downloaded } from '../files/downloaded.js';
import type { Span } from '../client/source-damaged.js';
import type { SourceStream } from '../client/source-stream.js';
import { downloadStream } from '../stream-download.js';
import { Fetching, type Origin, startOrigin } from '../testing/fetching.js';
import { type BytePlan, bytesIn, ExcerptUnavailable } from './byte-plan.js';
import { planFile } from './plan-file.js';
import { BufferBytes } from './testing/buffer-bytes.js';
import { makeSpanMedia, SPAN_SECONDS } from './testing/span-media.js';

/** A file, a span of it, and the largest share of its bytes that may be fetched for the span. */
type Excerpt = readonly [name: string, span: Span, share: number];

/** A file's packets, and digests of its decoded frames. */
type Shown = readonly (readonly [stream: string, seconds: number, digest: string])[];

/** Files whose frames are decoded as well. The others contain the same packets. */
const DECODED = new Set(['end.mp4', 'open.mp4', 'long.mp4', 'vp9.webm', 'ts.m3u8', 'fmp4.m3u8']);

describe('an excerpt of a source', () => {
  let folder: string;
  let origin: Origin;
  let fetching: Fetching;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-span-'));
    await makeSpanMedia(folder);
    origin = await startOrigin([folder]);
  }, 120_000);
  afterAll(async () => {
    await origin.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    origin.forget();
    fetching = await Fetching.start();
  });
  afterEach(() => fetching.end());

  const streamOf = (path: string): SourceStream => ({
    url: new URL(path, origin.url).href,
    headers: {},
    protocol: path.endsWith('.m3u8') ? 'hls' : 'file',
    segments: null,
  });

  const fetch = (path: string, span: Span, renewed = path): Promise<Downloaded> =>
    downloadStream(streamOf(path), fetching.path(), {
      span,
      context: fetching.context(),
      renew: () => Promise.resolve(streamOf(renewed)),
    });

  const run = async (program: 'ffmpeg' | 'ffprobe', ...argv: string[]): Promise<string> => {
    const programs = new ProgramsService(parseEnv({ DATA_DIR: '/nowhere' }));
    const options = { timeoutMs: 60_000, maxOutputBytes: 1e8 };
    return runProcess(programs.find(program) ?? '', ['-v', 'error', ...argv], options);
  };

  const startOf = async (path: string): Promise<number> =>
    // For frames without timestamps, the output is empty.
    Number(await run('ffprobe', '-show_entries', 'format=start_time', '-of', 'csv=p=0', path)) || 0;

  /**
   * @param start the timestamp that counts as 0; null for the file's own start, if that is not
   *   negative.
   */
  const shownIn = async (path: string, start: number | null, isDecoded = true): Promise<Shown> => {
    const zero = start ?? Math.max(0, await startOf(path));
    const lists = { packet: join(folder, 'packets'), picture: join(folder, 'pictures') };
    const decode = ['-map', '0:v?', '-map', '0:a?', '-c:a', 'copy', '-f', 'framemd5'];
    await run(
      ...(['ffmpeg', '-y', '-copyts', '-i', path] as const),
      ...['-map', '0', '-c', 'copy', '-f', 'framemd5', lists.packet],
      ...(isDecoded ? [...decode, lists.picture] : []),
    );
    const shown: [string, number, string][] = [];
    for (const [kind, list] of Object.entries(lists).slice(0, isDecoded ? 2 : 1)) {
      const output = await readFile(list, 'utf8');
      const bases = new Map(
        [...output.matchAll(/^#tb (\d+): (\d+)\/(\d+)/gm)].map(([, id, a, b]) => [
          Number(id),
          Number(a) / Number(b),
        ]),
      );
      for (const line of output.split('\n').filter((one) => /^\d/.test(one))) {
        const [id = '', , pts = '', , , digest = ''] = line.split(',').map((word) => word.trim());
        const seconds = Number(pts) * (bases.get(Number(id)) ?? 0) - zero;
        shown.push([`${kind} ${id}`, seconds, digest]);
      }
    }
    return shown;
  };

  const wholes = new Map<string, Shown>();
  const wholeOf = async (name: string): Promise<Shown> => {
    const whole = wholes.get(name) ?? (await shownIn(join(folder, name), null, DECODED.has(name)));
    wholes.set(name, whole);
    return whole;
  };

  const within = (shown: Shown, { from, to }: Span): string[] =>
    shown
      .filter(([, seconds]) => seconds >= from - 1e-6 && seconds <= to + 1e-6)
      .map(([what, seconds, digest]) => `${what} ${Math.round(seconds * 1000)} ${digest}`)
      .sort();

  const sizeOf = async (name: string): Promise<number> => (await stat(join(folder, name))).size;
  const sent = (): number => origin.requests.reduce((sum, { bytesSent }) => sum + bytesSent, 0);

  const NEVER = new AbortController().signal;
  const MIDDLE: Span = { from: 14.5, to: 17.25 };
  const START: Span = { from: 0, to: 2 };
  const LONG: Span = { from: 0, to: 20 };
  const END: Span = { from: SPAN_SECONDS - 2.5, to: SPAN_SECONDS };

  it.each<Excerpt>(
    samples<Excerpt>(
      [
        ['front.mp4', START, 0.25],
        ['end.mp4', MIDDLE, 0.35],
        ['end.mp4', END, 0.3],
        ['late.mp4', MIDDLE, 0.35],
        ['open.mp4', { from: 15.02, to: 16 }, 0.2],
        ['long.mp4', { from: 22, to: 23 }, 0.5],
        ['sidx.mp4', END, 0.35],
        ['mfra.mp4', MIDDLE, 0.5],
        ['vp9.webm', MIDDLE, 0.6],
        ['constant.mp3', MIDDLE, 0.35],
      ],
      [
        ['front.mp4', MIDDLE, 0.35],
        ['sidx.mp4', MIDDLE, 0.45],
        ['vp9.webm', END, 0.6],
        ['matroska.mkv', MIDDLE, 0.6],
        ['constant.mp3', END, 0.35],
      ],
    ),
  )(
    'of %s for %j has the whole span at its own times, and not much more',
    async (name, span, share) => {
      const { excerpt } = await fetch(`/media/${name}`, span);
      const { startSeconds = NaN, sourceSeconds = null } = excerpt ?? {};
      const whole = within(await wholeOf(name), span);
      expect(whole.length).toBeGreaterThan(25);
      const shown = await shownIn(fetching.path(), startSeconds, DECODED.has(name));
      expect(within(shown, span)).toEqual(whole);
      expect(sent() / (await sizeOf(name))).toBeLessThan(share);
      expect(fetching.arrived).toBe((await stat(fetching.path())).size);
      expect(sourceSeconds ?? SPAN_SECONDS).toBeCloseTo(SPAN_SECONDS, 0);
    },
  );

  it.each([
    ['front.mp4', true],
    ['vp9.webm', true],
    ['sidx.mp4', false],
  ])('of %s is seekable: %s', async (name, canSeek) => {
    const { excerpt } = await fetch(`/media/${name}`, MIDDLE);
    expect(excerpt?.isIndexed).toBe(canSeek);
    const path = fetching.path();
    const shownFrom = async (...seek: string[]): Promise<number> =>
      Number.parseFloat(
        await run(
          ...(['ffprobe', ...seek, '-select_streams', 'v'] as const),
          ...['-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path],
        ),
      );
    if (canSeek) {
      const start = await shownFrom();
      expect(await shownFrom('-read_intervals', `${start + 2.5}%`)).toBeGreaterThan(start + 0.5);
    }
  });

  it.each<[name: string, span: Span]>(
    samples<[name: string, span: Span]>(
      [
        ['ts.m3u8', END],
        ['fmp4.m3u8', START],
      ],
      [
        ['ts.m3u8', MIDDLE],
        ['fmp4.m3u8', MIDDLE],
      ],
    ),
  )('of %s for %j has the frames of the whole span', async (name, span) => {
    const { excerpt } = await fetch(`/media/${name}`, span);
    const pictures = (shown: Shown): string[] =>
      within(shown, span).filter((line) => line.startsWith('picture 0'));
    const shown = await shownIn(fetching.path(), excerpt?.startSeconds ?? NaN);
    expect(pictures(shown)).toEqual(pictures(await wholeOf(name)));
    expect(pictures(shown).length).toBeGreaterThan(25);
    expect(sent() / (await sizeOf('end.mp4'))).toBeLessThan(0.5);
    expect(fetching.arrived).toBe((await stat(fetching.path())).size);
  });

  it('can have frames without timestamps, which get their times from the playlist', async () => {
    const { excerpt } = await fetch('/media/packed.m3u8', MIDDLE);
    // The excerpt consists of two segments of 2 s: the segment that plays at 14.5 s, and the one
    // before it.
    expect(excerpt?.startSeconds).toBeCloseTo(-12, 0);
    const sound = within(await wholeOf('packed.m3u8'), MIDDLE).map((line) =>
      line.split(' ').at(-1),
    );
    const shown = (await shownIn(fetching.path(), 0, false)).map(([, , digest]) => digest);
    expect(sound.length).toBeGreaterThan(100);
    expect(sound.filter((digest = '') => !shown.includes(digest))).toEqual([]);
  });

  it.each<[what: string, seconds: readonly (number | null)[] | null, isWhole: boolean, span: Span]>(
    [
      ['its manifest gives their durations', [null, ...Array<number>(15).fill(2)], false, MIDDLE],
      ['its manifest gives wrong durations', [null, ...Array<number>(15).fill(2.6)], false, MIDDLE],
      ['wrong durations add up', [null, ...Array<number>(15).fill(2.6)], false, LONG],
      ['its manifest gives none', null, true, MIDDLE],
    ],
  )('of a DASH stream shows the whole span when %s', async (_, segmentSeconds, isWhole, span) => {
    const names = ['fmp4-init.mp4', ...Array.from({ length: 15 }, (__, at) => `fmp4-${at}.m4s`)];
    const segments = names.map((name) => `${origin.url}/media/${name}`);
    const { excerpt } = await downloadStream(
      { ...streamOf('/'), protocol: 'dash', segments, segmentSeconds },
      fetching.path(),
      { span, context: fetching.context(), renew: () => Promise.reject(new Error('no')) },
    );
    expect(excerpt === null).toBe(isWhole);
    const shown = await shownIn(fetching.path(), excerpt?.startSeconds ?? null);
    expect(within(shown, span)).toEqual(within(await wholeOf('fmp4.m3u8'), span));
  });

  it("ends with the signal's reason during planning", async () => {
    const gone = new Error('gone');
    const file = new BufferBytes(await readFile(join(folder, 'sidx.mp4')));
    await expect(planFile(file, MIDDLE, AbortSignal.abort(gone))).rejects.toBe(gone);
  });

  it('of a truncated MP3 is not planned up to its end, which would seem to be the real one', async () => {
    const file = await readFile(join(folder, 'constant.mp3'));
    const cut = new BufferBytes(file.subarray(0, Math.floor(file.length * 0.9)));
    await expect(planFile(cut, END, NEVER)).rejects.toBeInstanceOf(ExcerptUnavailable);
    await expect(planFile(cut, MIDDLE, NEVER)).resolves.toMatchObject({ ranges: [{}] });
  });

  async function expectWithin(file: Buffer): Promise<void> {
    const planning = planFile(new BufferBytes(file), MIDDLE, NEVER);
    const outcome = await planning.catch((error: unknown) => error);
    if (outcome instanceof Error) {
      expect(outcome).toBeInstanceOf(ExcerptUnavailable);
    } else {
      const { ranges } = (outcome as BytePlan | null) ?? { ranges: [] };
      expect(ranges.every(({ start, end }) => start >= 0 && end <= file.length)).toBe(true);
    }
  }

  it.each(['sidx.mp4', 'constant.mp3'])(
    'is refused or stays within the file, whatever the index of %s contains',
    async (name) => {
      const file = await readFile(join(folder, name));
      const planned = await planFile(new BufferBytes(file), MIDDLE, NEVER);
      expect(bytesIn(planned?.ranges ?? [])).toBeGreaterThan(0);
      // Generates the same numbers in every run.
      let seed = 1;
      const random = (below: number): number => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed % below;
      };
      const ends = [random(4096), file.length - 1 - random(1000)];
      // A fragmented file gets only one round for each value at each kind of place, because each of
      // its plans starts a process.
      const rounds = name === 'sidx.mp4' ? 12 : 160;
      for (let round = 0; round < rounds; round += 1) {
        const hostile = Buffer.from(file);
        const at = round % 4 === 3 ? file.length - 1 - random(1000) : random(30_000);
        hostile.fill(
          [0, 0xff, 0x7f, random(256)][round % 3] ?? 0,
          at,
          Math.min(file.length, at + 1 + random(8)),
        );
        await expectWithin(hostile);
      }
      for (const end of ends) {
        await expectWithin(file.subarray(0, end));
      }
    },
  );

  it.each([
    ['ranges are not served', '/cut-norange/front.mp4?after=99999999', 'front.mp4'],
    ['responses hold another range', '/wrong-range/front.mp4?how=zero&after=99999999', 'front.mp4'],
    ['the file changes', '/changed/front.mp4?after=99999999', 'front.mp4'],
    ['there is no index', '/media/variable.mp3', 'variable.mp3'],
  ])('is the whole stream if %s', async (_, path, name) => {
    expect((await fetch(path, MIDDLE)).excerpt).toBeNull();
    expect(await fetching.md5()).toBe(await fetching.md5(join(folder, name)));
    expect(fetching.arrived).toBe(await sizeOf(name));
  });

  it("when aborted while reading the index, ends with the signal's reason and leaves nothing behind", async () => {
    const running = fetch('/stall/end.mp4?after=1000', MIDDLE);
    await waitUntil(() => origin.requests.some(({ bytesSent }) => bytesSent > 0), 'some bytes');
    fetching.abort.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
    expect(await readdir(fetching.folder)).toEqual([]);
    expect(fetching.arrived).toBe(0);
  });

  it.each([
    ['connections that break', '/cut/end.mp4?after=100000'],
    ['a URL that expires', '/expire/end.mp4?bytes=200000'],
  ])('is complete despite %s', async (_, path) => {
    const { excerpt } = await fetch(path, MIDDLE, '/media/end.mp4');
    const shown = await shownIn(fetching.path(), excerpt?.startSeconds ?? NaN);
    expect(within(shown, MIDDLE)).toEqual(within(await wholeOf('end.mp4'), MIDDLE));
  });
});
