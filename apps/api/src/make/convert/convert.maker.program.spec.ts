import type { SoundType } from '@dipper/contract';
import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sound } from '../../extract/testing/recorded-page.js';
import { parseEnv } from '../../infra/env/env.js';
import { ProcessRegistry } from '../../infra/process/process-registry.js';
import { runProcess } from '../../infra/process/run-process.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { samples } from '../../infra/testing/samples.js';
import { ArrivingFiles } from '../arriving/arriving-files.js';
import { CheckedFiles } from '../checked/checked-files.js';
import { FileAttempts } from '../checked/file-attempt.js';
import { Muxer } from '../ffmpeg.js';
import { MediaReader } from '../gate/media-reader.js';
import { SourceChecker } from '../gate/source-check.js';
import type { Made, MakeContext } from '../maker.port.js';
import { Prober } from '../probe.js';
import type { Convert } from '../recipe.js';
import { Covers } from '../tags/covers.js';
import type { Tags } from '../tags/tags.js';
import { makeContext } from '../testing/make-context.js';
import { ConvertMaker } from './convert.maker.js';

const SECONDS = 5;
const TITLE = 'Über "Tee" 茶 شاي चाय 👩‍👩‍👧‍👦 = ; # \\ x\nsecond line';
const TAGS: Tags = {
  title: TITLE,
  artist: 'Ärtist; feat. # 東京',
  album: 'Serie = eins',
  track: 12,
  season: 3,
  date: '2026-11-22',
  address: 'https://site.example/watch?v=1&t=2#x',
  chapters: [
    { title: 'Intro = 🎉', startSeconds: 0 },
    { title: 'Zwei; "zwei"\\', startSeconds: 3 },
    { title: 'beyond the end', startSeconds: 60 },
  ],
  pictures: ['https://site.example/none', 'https://site.example/cover'],
};

interface Circumstances {
  readonly cover?: string;
  readonly has?: ProgramsService;
  /** Whether the source is reported while it arrives. */
  readonly arrives?: boolean;
  /** Whether the file may be made from the source on disk. */
  readonly onDisk?: boolean;
}

const NONE = { find: () => null } as unknown as ProgramsService;

type Copied = readonly [source: string, to: SoundType, bitrate: number | null];

interface Shown {
  readonly format: { readonly duration: string; readonly tags?: Record<string, string> };
  readonly streams: readonly {
    readonly codec_name: string;
    readonly codec_type: string;
    readonly bit_rate?: string;
    readonly width?: number;
    readonly tags?: Record<string, string>;
    readonly disposition: { readonly attached_pic: number };
  }[];
  readonly chapters: readonly { readonly start_time: string; readonly tags: { title: string } }[];
}

describe('ConvertMaker with real programs', () => {
  let sources: string;
  let folder: string;
  let programs: ProgramsService;
  const at = (name: string): string => join(sources, name);

  const ffmpeg = (...argv: string[]): Promise<string> =>
    runProcess(programs.find('ffmpeg') ?? '', ['-v', 'error', ...argv], { timeoutMs: 60_000 });
  /** A hash of all samples. */
  const soundOf = (path: string): Promise<string> =>
    ffmpeg('-i', path, '-map', '0:a', '-f', 'md5', '-c:a', 'pcm_s16le', '-');
  const show = async (path: string): Promise<Shown> => {
    const what = ['-show_format', '-show_streams', '-show_chapters', '-of', 'json'];
    const program = programs.find('ffprobe') ?? '';
    return JSON.parse(
      await runProcess(program, ['-v', 'error', ...what, path], { timeoutMs: 60_000 }),
    ) as Shown;
  };

  beforeAll(async () => {
    sources = await mkdtemp(join(tmpdir(), 'dipper-sounds-'));
    programs = new ProgramsService(parseEnv({ DATA_DIR: sources }));
    const noise = `anoisesrc=color=pink:amplitude=0.4:seed=1:sample_rate=44100:duration=${SECONDS}`;
    await ffmpeg('-f', 'lavfi', '-i', noise, '-ac', '2', at('sound.wav'));
    const picture = ['-f', 'lavfi', '-i', `testsrc=size=64x36:rate=25:duration=${SECONDS}`];
    const aac = ['-c:a', 'aac', '-b:a', '128k'];
    const map = (...argv: string[]): string[] => ['-map', '0:a', ...argv];
    await ffmpeg(
      ...['-i', at('sound.wav'), ...picture],
      ...map(...aac, '-metadata', 'title=of the source', at('sound.m4a')),
      ...map('-map', '1:v', '-c:v', 'libx264', '-preset', 'ultrafast', ...aac, at('muxed.mp4')),
      ...map('-map', '1:v', '-c:v', 'libx264', '-preset', 'ultrafast', ...aac, at('hls.ts')),
      ...map(...aac, '-movflags', 'dash+delay_moov', '-frag_duration', '2000000', at('dash.mp4')),
      ...map('-c:a', 'libopus', '-b:a', '96k', '-metadata', 'title=of the source', at('opus.webm')),
      ...map('-c:a', 'libmp3lame', '-b:a', '128k', at('sound.mp3')),
      ...map('-c:a', 'flac', at('sound.flac')),
      ...['-map', '1:v', '-c:v', 'libx264', '-preset', 'ultrafast', at('silent.mp4')],
    );
    const still = (size: string): string[] => ['-f', 'lavfi', '-i', `color=red:size=${size}`];
    const one = ['-frames:v', '1'];
    await ffmpeg(...still('1600x900'), ...one, '-c:v', 'libwebp', '-f', 'webp', at('cover.webp'));
    await ffmpeg(...still('7000x7000'), ...one, at('bomb.png'));
    const front = ['-c', 'copy', '-movflags', '+faststart'];
    await ffmpeg('-i', at('sound.m4a'), ...front, at('front.m4a'));
    await ffmpeg('-i', at('muxed.mp4'), ...front, at('front.mp4'));
    await writeFile(at('page.html'), '<!doctype html><title>not found</title>');
  });
  afterAll(() => rm(sources, { recursive: true }));
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-convert-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const recipe = (changes: Partial<Convert>): Convert => ({
    ...{ kind: 'convert', pageUrl: 'https://site.example/watch/1', title: TITLE },
    ...{ fileName: 'f', durationSeconds: SECONDS, to: 'mp3', bitrate: null },
    ...{ source: sound(), tags: TAGS },
    ...changes,
  });

  const make = (
    source: string,
    wanted: Convert,
    more: Partial<MakeContext> & Circumstances = {},
  ): Promise<Made> => {
    const { cover = 'cover.webp', has = programs, arrives = false, ...others } = more;
    const { onDisk = !arrives, ...context } = others;
    const env = parseEnv({ DATA_DIR: sources });
    const prober = new Prober(programs);
    const processes = new ProcessRegistry(env);
    const muxer = new Muxer(onDisk ? programs : NONE, processes);
    const reader = new MediaReader(programs);
    const checker = new SourceChecker(reader, prober);
    const arriving = new ArrivingFiles(env, programs, processes, prober, reader);
    const files = new CheckedFiles(new FileAttempts(env, muxer, prober, checker, arriving));
    const maker = new ConvertMaker(env, files, new Covers(programs), has);
    const given = makeContext({
      folder,
      read: ({ url }) => (url.endsWith('/cover') ? readFile(at(cover)) : readFile(at('page.html'))),
      fetch: async (_, __, ___, follower) => {
        const path = join(folder, 'source-0');
        await copyFile(at(source), path);
        const bytes = arrives ? (await stat(path)).size : 1e6;
        if (arrives) {
          follower?.sized(0, bytes);
          follower?.arrived(0, path, Math.ceil(bytes / 2));
          follower?.arrived(0, path, bytes);
        }
        return [{ path, bytes }];
      },
      ...context,
    });
    return maker.make(wanted, given);
  };

  /** Every type stores all of these tags, except that WAV has no season number. */
  const ALL = ['title', 'artist', 'album', 'track', 'date', 'comment', 'season_number'] as const;
  const VALUES: Readonly<Record<(typeof ALL)[number], string>> = {
    title: TITLE,
    artist: TAGS.artist ?? '',
    album: TAGS.album ?? '',
    track: '12',
    date: '2026-11-22',
    comment: TAGS.address,
    season_number: '3',
  };
  const CHAPTERS = [
    [0, 'Intro = 🎉'],
    [3, 'Zwei; "zwei"\\'],
  ];

  it.each<[to: SoundType, codec: string, source: string, cover: boolean, chapters: boolean]>([
    ['mp3', 'mp3', 'muxed.mp4', true, true],
    ['m4a', 'aac', 'opus.webm', true, true],
    ['aac', 'aac', 'hls.ts', false, true],
    ['wav', 'pcm_s16le', 'dash.mp4', false, false],
    ['flac', 'flac', 'sound.wav', true, true],
    ['opus', 'opus', 'sound.m4a', true, true],
  ])(
    'makes %s (%s) from %s with all its tags, and leaves no other files',
    async (to, codec, source, cover, chapters) => {
      const made = await make(source, recipe({ to }));
      expect(made).toMatchObject({ ext: to, damage: [] });
      const shown = await show(made.path);
      const [main] = shown.streams.filter(({ codec_type: type }) => type === 'audio');
      expect(main?.codec_name).toBe(codec);
      expect(Number(shown.format.duration)).toBeCloseTo(SECONDS, 0);
      const tags = { ...main?.tags, ...shown.format.tags };
      const kept = ALL.filter((name) => !(to === 'wav' && name === 'season_number'));
      expect(Object.fromEntries(kept.map((name) => [name, tags[name]]))).toEqual(
        Object.fromEntries(kept.map((name) => [name, VALUES[name]])),
      );
      const pictures = shown.streams.filter(({ disposition }) => disposition.attached_pic === 1);
      expect(pictures.map(({ codec_name: name, width }) => [name, width])).toEqual(
        cover ? [['mjpeg', 1280]] : [],
      );
      const found = shown.chapters.map(({ start_time: start, tags: { title } }) => [
        ...[+start, title.trim()],
      ]);
      expect(found).toEqual(chapters ? CHAPTERS : []);
      // Besides the file, only the encoder's inputs are left.
      const others = (await readdir(folder)).filter((name) => join(folder, name) !== made.path);
      expect(others.sort()).toEqual(cover ? ['cover.jpg', 'tags.txt'] : ['tags.txt']);
      if (to === 'flac') {
        expect(await soundOf(made.path)).toBe(await soundOf(at(source)));
      }
    },
  );

  it.each(
    samples<Copied>(
      [
        ['front.m4a', 'mp3', null],
        ['opus.webm', 'opus', null],
      ],
      [
        ['opus.webm', 'mp3', 320],
        ['front.mp4', 'opus', null],
        ['front.m4a', 'm4a', null],
        ['dash.mp4', 'wav', null],
      ],
    ),
  )(
    'makes the same file while %s is arriving as from the disk (%s, %s)',
    async (source, to, bitrate) => {
      const read = async (arrives: boolean): Promise<unknown> => {
        const { path } = await make(source, recipe({ to, bitrate }), { arrives });
        const packets = await ffmpeg(
          '-i',
          path,
          '-map',
          '0:a',
          '-c',
          'copy',
          '-f',
          'framecrc',
          '-',
        );
        const { format, streams, chapters } = await show(path);
        await rm(path);
        const pictures = streams.map(({ width }) => width);
        return {
          packets,
          pictures,
          tags: format.tags,
          starts: chapters.map((one) => one.start_time),
        };
      };
      const fromDisk = await read(false);
      expect(await read(true)).toEqual(fromDisk);
    },
  );

  it.each<Copied>(
    samples<Copied>(
      [
        ['sound.m4a', 'm4a', null],
        ['muxed.mp4', 'aac', null],
        ['sound.mp3', 'mp3', 320],
      ],
      [
        ['opus.webm', 'opus', null],
        ['sound.flac', 'flac', null],
        ['sound.wav', 'wav', null],
      ],
    ),
  )('copies %s into %s, packet by packet', async (source, to, bitrate) => {
    const hash = async (path: string): Promise<string> => {
      // Raw AAC has a header on each packet.
      const bare = path.endsWith('made') && to === 'aac' ? ['-bsf:a', 'aac_adtstoasc'] : [];
      const packets = ['-map', '0:a', '-c', 'copy', '-f', 'data', join(folder, 'packets')];
      await ffmpeg('-y', '-i', path, ...bare, ...packets);
      return createHash('md5')
        .update(await readFile(join(folder, 'packets')))
        .digest('hex');
    };
    const { path } = await make(source, recipe({ to, bitrate }));
    expect(await hash(path)).toBe(await hash(at(source)));
    const { format, streams } = await show(path);
    expect({ ...streams[0]?.tags, ...format.tags }['title']).toBe(TITLE);
  });

  it.each(samples<[number, string]>([[64, 'sound.mp3']], [[320, 'sound.m4a']]))(
    'encodes at the requested %d kbit/s without changing the loudness of %s',
    async (bitrate, source) => {
      const volume = async (path: string): Promise<number> => {
        const heard: Buffer[] = [];
        const filter = ['-af', 'volumedetect', '-map', '0:a', '-f', 'null', '-'];
        await runProcess(programs.find('ffmpeg') ?? '', ['-i', path, ...filter], {
          timeoutMs: 60_000,
          onError: (chunk) => heard.push(chunk),
        });
        return Number(/mean_volume: (\S+) dB/.exec(Buffer.concat(heard).toString())?.[1]);
      };
      const { path } = await make(source, recipe({ bitrate }));
      expect((await show(path)).streams[0]?.bit_rate).toBe(String(bitrate * 1000));
      const change = (await volume(path)) - (await volume(at(source)));
      // Low bitrates drop high frequencies, which are part of the noise, so the loudness falls a
      // little.
      expect([change < 0.1, change > -1]).toEqual([true, true]);
    },
  );

  it.each([
    ['an HTML page', 'page.html'],
    ['an image too large to decode in memory', 'bomb.png'],
  ])('leaves out a cover that is %s', async (_, cover) => {
    const { path } = await make('sound.m4a', recipe({}), { cover });
    expect((await show(path)).streams.map(({ codec_type: type }) => type)).toEqual(['audio']);
  });

  it('truncates a title of 10,000 characters at a character boundary', async () => {
    const tags = { ...TAGS, title: '👩‍👩‍👧'.repeat(10_000) };
    const { path } = await make('sound.m4a', recipe({ tags }));
    expect((await show(path)).format.tags?.['title']).toBe('👩‍👩‍👧'.repeat(1000));
  });

  it.each([
    ['on disk', 'sound.m4a', false],
    ['arriving', 'front.m4a', true],
  ])(
    'finds damage while encoding a source that is %s, and reports where it is',
    async (_, source, arrives) => {
      const bytes = await readFile(at(source));
      const middle = bytes.indexOf('mdat') + 40_000;
      bytes.fill(0x5a, middle, middle + 4000);
      await writeFile(at('damaged.m4a'), bytes);
      const making = make('damaged.m4a', recipe({}), { arrives, onDisk: true });
      await expect(making).rejects.toMatchObject({ code: 'SOURCE_DAMAGED' });
      const { damage } = await make('damaged.m4a', recipe({}), { acceptsDamage: true });
      expect(damage[0]?.from).toBeGreaterThan(1);
      expect(damage[0]?.from).toBeLessThan(5);
    },
  );

  it('refuses a source that ends too early', async () => {
    await expect(make('sound.m4a', recipe({ durationSeconds: 2 * SECONDS }))).rejects.toMatchObject(
      { code: 'SOURCE_DAMAGED' },
    );
  });

  it('refuses a source without audio, and a type that this ffmpeg cannot make', async () => {
    await expect(make('silent.mp4', recipe({}))).rejects.toMatchObject({
      code: 'WISH_NOT_POSSIBLE',
    });
    const has = { encoders: () => Promise.resolve(new Set()) } as unknown as ProgramsService;
    await expect(make('sound.m4a', recipe({}), { has })).rejects.toMatchObject({
      code: 'ENCODER_MISSING',
    });
  });

  it("stops with its signal's reason", async () => {
    const abort = new AbortController();
    const reason = new Error('cancelled');
    let told = 0;
    const merging = (): void => {
      told += 1;
      // The first report precedes ffmpeg's start, and the second is about ffmpeg's own output.
      if (told === 2) {
        abort.abort(reason);
      }
    };
    const making = make('sound.wav', recipe({ bitrate: 320 }), {
      signal: abort.signal,
      progress: { writing: () => undefined, merging, checking: () => undefined },
    });
    await expect(making).rejects.toBe(reason);
    expect(told).toBe(2);
  });
});
