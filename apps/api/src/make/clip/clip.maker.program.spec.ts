import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { picture, sound } from '../../extract/testing/recorded-page.js';
import { parseEnv } from '../../infra/env/env.js';
import { ProcessRegistry } from '../../infra/process/process-registry.js';
import { runProcess } from '../../infra/process/run-process.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { samples } from '../../infra/testing/samples.js';
import { SourceDamaged } from '../../source/client/source-damaged.js';
import { CheckedFiles } from '../checked/checked-files.js';
import { FileAttempts } from '../checked/file-attempt.js';
import { Muxer } from '../ffmpeg.js';
import { MediaReader } from '../gate/media-reader.js';
import { SourceChecker } from '../gate/source-check.js';
import type { FetchedSpan, Made } from '../maker.port.js';
import { Prober } from '../probe.js';
import type { Clip } from '../recipe.js';
import { BITS, numbersIn, TICKS, ticksIn } from '../testing/numbered-media.js';
import { ClipParts } from './clip-parts.js';
import { ClipProgram } from './clip-program.js';
import { ClipStreamsReader } from './clip-streams.js';
import { ClipWriter } from './clip-writer.js';
import { ClipMaker } from './clip.maker.js';
import { JointCheck } from './joint-check.js';
import { JointCutter } from './joint-cutter.js';
import { loopOf } from './animation/loop-file.js';

/** Name, file, container, span in milliseconds, first and last frame, and whether it is joined. */
type Cut = readonly [
  name: string,
  input: string,
  container: 'mp4' | 'mkv' | 'webm',
  span: readonly [from: number, to: number],
  frames: readonly [first: number, last: number],
  joined: boolean,
];

type SoundCut = readonly [
  input: string,
  container: 'flac' | 'm4a' | 'mp3' | 'opus',
  tolerance: number,
];

const SECONDS = 8;

/** Records the result of each joint check; stays empty for clips without joints. */
class NotedCheck extends JointCheck {
  readonly found: boolean[] = [];

  override async isGood(...how: Parameters<JointCheck['isGood']>): Promise<boolean> {
    const isGood = await super.isGood(...how);
    this.found.push(isGood);
    return isGood;
  }
}

describe('ClipMaker with real programs', () => {
  let sources: string;
  let folder: string;
  let programs: ProgramsService;
  const { signal } = new AbortController();

  const ffmpeg = (...argv: string[]): Promise<string> =>
    runProcess(programs.find('ffmpeg') ?? '', ['-v', 'error', '-y', ...argv], {
      timeoutMs: 60_000,
    });
  const at = (name: string): string => join(sources, name);
  /**
   * Draws the bits of the frame number above moving video, with one pixel per bit, which is then
   * enlarged.
   */
  const numbered = (rate: string, seconds = SECONDS): string[] => {
    const frames = `rate=${rate}:duration=${seconds}`;
    const bits = `geq=lum='if(mod(floor(N/pow(2,X)),2),235,16)':cb=128:cr=128`;
    const graph = [
      `color=size=${BITS}x2:${frames},format=yuv444p,${bits},scale=320:32:flags=neighbor[bits]`,
      `testsrc2=size=320x32:${frames},format=yuv444p[moving]`,
      '[bits][moving]vstack',
    ];
    return ['-f', 'lavfi', '-i', graph.join(';')];
  };
  const ticking = ['-f', 'lavfi', '-i', `${TICKS}:d=${SECONDS}`];
  const h264 = ['-c:v', 'libx264', '-preset', 'superfast', '-g', '60', '-bf', '3'];

  beforeAll(async () => {
    sources = await mkdtemp(join(tmpdir(), 'dipper-clips-'));
    programs = new ProgramsService(parseEnv({ DATA_DIR: sources }));
    const raw = ['-c:v', 'ffv1', '-pix_fmt', 'yuv420p'];
    await Promise.all([
      ffmpeg(...numbered('30000/1001'), ...raw, at('raw.mkv')),
      ffmpeg(...ticking, '-c:a', 'flac', at('sound.flac')),
      ffmpeg(...numbered('10', 24), '-pix_fmt', 'yuv420p', ...h264, '-g', '100', at('apart.mp4')),
      ffmpeg(...numbered('1', 24), '-pix_fmt', 'yuv420p', '-c:v', 'mpeg4', at('slow.avi')),
    ]);
    const picture = ['-i', at('raw.mkv')];
    const both = [...picture, '-i', at('sound.flac')];
    const real = ['-deadline', 'realtime', '-cpu-used', '8', '-g', '60'];
    const uneven = ['-vf', "select='not(eq(mod(n,5),3))'", '-vsync', 'vfr'];
    const still = ['-vf', "select='not(between(t,2,6))'", '-vsync', 'vfr'];
    await ffmpeg(...both, ...h264, '-c:a', 'aac', at('muxed.mp4'));
    const muxed = ['-i', at('muxed.mp4'), '-c', 'copy'];
    const late = [
      ...['-i', at('muxed.mp4'), '-itsoffset', '0.5', ...muxed],
      ...['-map', '0:a', '-map', '1:v'],
    ];
    await Promise.all([
      ffmpeg(...muxed, '-an', at('video.mp4'), ...muxed.slice(2), '-vn', at('audio.m4a')),
      ffmpeg(...muxed, at('muxed.ts')),
      ffmpeg(...muxed, '-movflags', 'dash+global_sidx', at('frag.mp4')),
      ffmpeg(...late, at('late.mp4')),
      ffmpeg(...both, '-c:v', 'libvpx-vp9', ...real, '-c:a', 'libopus', at('muxed.webm')),
      ffmpeg(...picture, '-c:v', 'libvpx', ...real, '-b:v', '1M', at('vp8.webm')),
      ffmpeg(
        ...[...both, '-map', '0:v', ...h264, ...uneven, at('uneven.mp4')],
        ...['-map', '0:v', ...h264, '-x264-params', 'open-gop=1', at('open.mp4')],
        ...['-map', '0:v', ...h264, '-pix_fmt', 'yuv420p10le', '-t', '2', at('deep.mp4')],
        ...['-map', '0:v', '-map', '1:a', ...h264, ...still, '-c:a', 'aac', at('still.mp4')],
      ),
      ffmpeg('-i', at('sound.flac'), '-c:a', 'libmp3lame', at('sound.mp3')),
    ]);
  });
  afterAll(() => rm(sources, { recursive: true }));
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-clip-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const clip = (startMs: number, endMs: number, changes: Partial<Clip> = {}): Clip => ({
    kind: 'clip',
    pageUrl: 'https://site.example/watch/1',
    title: 'Two words (1s-2s)',
    fileName: 'f.mp4',
    container: 'mp4',
    durationSeconds: SECONDS,
    as: 'video',
    ...{ startMs, endMs },
    main: picture(),
    sound: null,
    ...changes,
  });

  const make = async (
    recipe: Clip,
    inputs: string[],
    excerpt: Partial<FetchedSpan> = {},
    acceptsDamage = false,
  ): Promise<Made & { joints: boolean[] }> => {
    const env = parseEnv({ DATA_DIR: sources });
    const prober = new Prober(programs);
    const checker = new SourceChecker(new MediaReader(programs), prober);
    const muxer = new Muxer(programs, new ProcessRegistry(env));
    const files = new CheckedFiles(new FileAttempts(env, muxer, prober, checker, {} as never));
    const program = new ClipProgram(programs);
    const check = new NotedCheck(program, prober);
    const maker = new ClipMaker(
      files,
      new ClipStreamsReader(program, prober),
      new ClipWriter(program, new JointCutter(new ClipParts(program)), check),
    );
    const fetchAll = (): Promise<{ path: string; bytes: number }[]> =>
      Promise.all(
        inputs.map(async (name) => {
          const copy = join(folder, basename(name));
          await copyFile(at(name), copy);
          return { path: copy, bytes: 1e6 };
        }),
      );
    const { isWhole = true } = excerpt;
    const whole = {
      startSeconds: null,
      sourceSeconds: null,
      canSeek: isWhole,
      ...excerpt,
      isWhole,
    };
    const made = await maker.make(recipe, {
      folder,
      signal,
      progress: { writing: () => undefined, merging: () => undefined, checking: () => undefined },
      acceptsDamage,
      reserve: () => Promise.resolve(),
      read: () => Promise.resolve(null),
      readPieces: () => Promise.resolve(null),
      readAgain: () => Promise.reject(new Error('nothing is stale')),
      count: () => undefined,
      fetch: fetchAll,
      fetchSpan: async () => (await fetchAll()).map((source) => ({ ...source, ...whole })),
    });
    return { ...made, joints: check.found };
  };

  /**
   * Returns the frame numbers that a file shows, and when its audio ticks begin, in seconds. A
   * single ffmpeg run finds both, because most of the time goes into starting ffmpeg.
   */
  const played = async (
    path: string,
    of: 'picture' | 'sound' | 'both',
  ): Promise<{ numbers: number[]; ticks: number[] }> => {
    const blocks = `crop=320:32:0:0,scale=${BITS}:1:flags=area,format=gray`;
    const [seen, heard] = [at('bits'), at('samples')];
    await Promise.all([seen, heard].map((out) => writeFile(out, '')));
    const pictures = [
      ...['-map', '0:v', '-vsync', 'passthrough'],
      ...['-vf', blocks, '-f', 'rawvideo', seen],
    ];
    const start = ['-af', 'aresample=48000:async=1:first_pts=0', '-ac', '1', '-f', 's16le', heard];
    await ffmpeg(
      ...['-i', path],
      ...(of === 'sound' ? [] : pictures),
      ...(of === 'picture' ? [] : ['-map', '0:a', ...start]),
    );
    return { numbers: numbersIn(await readFile(seen)), ticks: ticksIn(await readFile(heard)) };
  };
  const numbers = async (path: string): Promise<number[]> =>
    (await played(path, 'picture')).numbers;

  /** Presentation times of a file's frames in seconds, in order. */
  const times = async (path: string): Promise<number[]> => {
    const entries = ['-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
    const argv = ['-v', 'error', '-select_streams', 'v', ...entries, path];
    const text = await runProcess(programs.find('ffprobe') ?? '', argv, { timeoutMs: 60_000 });
    return text
      .trim()
      .split('\n')
      .map((line) => Number.parseFloat(line))
      .sort((a, b) => a - b);
  };

  /** A hash of each frame of a file. */
  const pictures = async (path: string): Promise<string[]> => {
    const text = await ffmpeg(
      '-i',
      path,
      '-map',
      '0:v',
      '-vsync',
      'passthrough',
      '-f',
      'framemd5',
      '-',
    );
    return text
      .split('\n')
      .filter((line) => line.startsWith('0,'))
      .map((line) => line.slice(-32));
  };

  /**
   * How late (or early) the audio is, in seconds, in a clip from one frame to another; Infinity if
   * ticks are missing.
   */
  const lateness = async (
    path: string,
    heard: readonly number[],
    [first, last]: readonly [number, number],
  ): Promise<number> => {
    const [begin = NaN] = await times(path);
    const [from, to] = [(first * 1001) / 30_000, ((last + 1) * 1001) / 30_000];
    const late = heard.map((moment) => ((moment - begin + from + 0.25) % 0.5) - 0.25);
    const expected = Math.floor(to / 0.5) - Math.floor(from / 0.5);
    return heard.length < expected ? Infinity : Math.max(0, ...late.map(Math.abs));
  };

  const range = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);

  // At 1234 ms, frame 36 is on screen (1201 to 1234.57 ms). At 6789 ms, it is frame 203 (from
  // 6773.4 ms). If the audio begins before the video, so does the item: 21 ms earlier in a
  // transport stream (encoder delay), 67 ms earlier if an edit list is missing. Frames 60, 120 and
  // 180 are key frames.
  it.each<Cut>(
    samples<Cut>(
      [
        ['H.264 in MP4', 'muxed.mp4', 'mp4', [1234, 6789], [36, 203], true],
        ['a transport stream', 'muxed.ts', 'mp4', [1234, 6789], [36, 202], true],
        ['VP9', 'muxed.webm', 'webm', [1234, 6789], [36, 203], true],
        ['a clip of one frame', 'muxed.mp4', 'mp4', [1234, 1235], [36, 36], false],
        ['open groups of pictures', 'open.mp4', 'mp4', [1234, 6789], [36, 203], false],
        ['video that begins late', 'late.mp4', 'mp4', [1734, 7289], [36, 203], true],
        ['frames of a second each, in AVI,', 'slow.avi', 'mp4', [5000, 9000], [5, 8], false],
        ['key frames 10 s apart', 'apart.mp4', 'mp4', [5000, 14_000], [50, 139], true],
      ],
      [
        ['fragmented MP4', 'frag.mp4', 'mp4', [1234, 6789], [34, 201], true],
        ['the whole item, up to its real end,', 'muxed.mp4', 'mp4', [0, 30_000], [0, 239], true],
        ['VP8', 'vp8.webm', 'webm', [1234, 6789], [36, 203], true],
        ['H.264 in Matroska', 'muxed.mp4', 'mkv', [1234, 6789], [36, 203], true],
        ['a clip from a key frame to the end', 'muxed.mp4', 'mp4', [2002, 8600], [60, 239], true],
        ['10-bit video', 'deep.mp4', 'mp4', [1000, 1900], [29, 56], false],
      ],
    ),
  )(
    'cuts %s exactly at frame boundaries',
    async (_, input, container, [from, to], [first, last], joined) => {
      const { path, joints } = await make(clip(from, to, { container }), [input]);
      const hasSound = input.startsWith('muxed');
      const found = await played(path, hasSound ? 'both' : 'picture');
      expect(found.numbers).toEqual(range(first, last));
      expect(joints).toEqual(joined ? [true] : []);
      expect(await readdir(folder)).toEqual([basename(path)]);
      if (hasSound) {
        expect(await lateness(path, found.ticks, [first, last])).toBeLessThan(0.01);
      }
    },
  );

  it('cuts a pair of files, copies the packets between the joints, and encodes the rest without visible loss', async () => {
    const { path } = await make(clip(1234, 6789, { sound: sound() }), ['video.mp4', 'audio.m4a']);
    const { ticks } = await played(path, 'sound');
    expect(await lateness(path, ticks, [36, 203])).toBeLessThan(0.01);
    const [ours, theirs] = await Promise.all([path, at('video.mp4')].map(pictures));
    expect(ours?.slice(24, 160)).toEqual(theirs?.slice(60, 196));
    const chosen = `[1:v]select=between(n\\,36\\,203),setpts=N/30/TB[b]`;
    const graph = `${chosen};[0:v]setpts=N/30/TB[a];[a][b]ssim=stats_file=${at('ssim')}`;
    await ffmpeg('-i', path, '-i', at('video.mp4'), '-lavfi', graph, '-f', 'null', '-');
    const likeness = (await readFile(at('ssim'), 'utf8')).match(/(?<=All:)[\d.]+/g)?.map(Number);
    expect(likeness).toHaveLength(168);
    expect(Math.min(...(likeness ?? []))).toBeGreaterThan(0.98);
  });

  it.each([
    ['that has to be read from its start', 'stretch.ts', false],
    ['with an index, in which ffmpeg seeks,', 'stretch.mp4', true],
  ])('cuts an excerpt %s by the timestamps of the whole source', async (_, name, canSeek) => {
    // This excerpt starts at the key frame at 2 s.
    const stretch = ['-ss', '2.1', '-copyts', '-i', at('muxed.mp4'), '-c', 'copy'];
    await ffmpeg(...stretch, '-avoid_negative_ts', 'disabled', at(name));
    const begins = (await times(at(name)))[0] ?? 0;
    // Two seconds are missing from the excerpt.
    const startSeconds = begins - 2.002;
    const excerpt = { isWhole: false, canSeek, startSeconds, sourceSeconds: SECONDS };
    const { path, joints } = await make(clip(3456, 6789), [name], excerpt);
    const { numbers: frames, ticks } = await played(path, 'both');
    expect(frames).toEqual(range(103, 203));
    expect(await lateness(path, ticks, [103, 203])).toBeLessThan(0.01);
    expect(joints).toEqual([true]);
    const early = make(clip(0, 6789), [name], excerpt);
    await expect(early).rejects.toMatchObject({ code: 'SOURCE_INCOMPLETE' });
  });

  it('refuses an excerpt whose audio ends early', async () => {
    // The video is complete, but the audio ends in the middle of the clip.
    await ffmpeg('-i', at('audio.m4a'), '-c', 'copy', '-t', '4', at('short.m4a'));
    const whole = { isWhole: false, startSeconds: 0, sourceSeconds: SECONDS };
    const silent = make(clip(3456, 6789, { sound: sound() }), ['video.mp4', 'short.m4a'], whole);
    await expect(silent).rejects.toMatchObject({ code: 'SOURCE_INCOMPLETE' });
  });

  it('refuses a source that ends early instead of making a shorter clip', async () => {
    // Both the index and the page state a duration of one minute.
    const recipe = clip(3456, 20_000, { durationSeconds: 60 });
    const cut = { isWhole: false, startSeconds: 0, sourceSeconds: 60 };
    const made = make(recipe, ['video.mp4'], cut);
    await expect(made).rejects.toMatchObject({ code: 'SOURCE_INCOMPLETE' });
  });

  it('reports the position of damage in the item, and cuts a damaged source on request', async () => {
    const bytes = await readFile(at('video.mp4'));
    bytes.fill(0, Math.floor(bytes.length * 0.6), Math.floor(bytes.length * 0.6) + 8000);
    await writeFile(at('broken.mp4'), bytes);
    const recipe = clip(3456, 6789);
    const refused = await make(recipe, ['broken.mp4']).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SourceDamaged);
    const [damage] = (refused as SourceDamaged).damage;
    expect([damage?.from, damage?.to].every((moment = NaN) => moment > 4 && moment < 7)).toBe(true);
    const taken = await make(recipe, ['broken.mp4'], {}, true);
    // Accepted damage is reported relative to the start of the clip.
    expect(taken.damage[0]?.from).toBeCloseTo((damage?.from ?? NaN) - 3.456, 3);
  });

  it.each(samples([[510, 5000]], [[3000, 4000]]))(
    'cuts a still image from %i ms to %i ms',
    async (from, to) => {
      const { path } = await make(clip(from, to), ['still.mp4']);
      const isLeft = (frame: number): boolean => frame < 60 || frame >= 180;
      const onScreen = (seconds: number): number =>
        range(0, 239).findLast((frame) => isLeft(frame) && (frame * 1.001) / 30 <= seconds) ?? -1;
      const count = Math.ceil(((to - from) * 30) / 1000 - 0.001);
      expect(await numbers(path)).toEqual(
        range(0, count - 1).map((at) => onScreen(from / 1000 + at / 30)),
      );
    },
  );

  it('cuts video with frames of different durations', async () => {
    // The fourth of every five frames is missing.
    const { path, joints } = await make(clip(1234, 6789), ['uneven.mp4']);
    expect(await numbers(path)).toEqual(range(36, 203).filter((frame) => frame % 5 !== 3));
    expect(joints).toEqual([true]);
    const [ours, theirs] = await Promise.all([path, at('uneven.mp4')].map(times));
    const begin =
      theirs?.findIndex((seconds) => Math.abs(seconds - (36 * 1.001) / 30) < 0.001) ?? -1;
    const since = theirs
      ?.slice(begin, begin + 134)
      .map((seconds) => seconds - (theirs[begin] ?? 0));
    ours?.forEach((seconds, index) => expect(seconds).toBeCloseTo(since?.[index] ?? NaN, 4));
  });

  it.each<SoundCut>(
    samples<SoundCut>(
      [['sound.flac', 'flac', 0.0005]],
      [
        ['muxed.mp4', 'm4a', 0.002],
        ['sound.mp3', 'mp3', 0.06],
        ['muxed.webm', 'opus', 0.01],
      ],
    ),
  )('cuts only the audio of %s', async (input, container, tolerance) => {
    const recipe = clip(1234, 6789, { as: 'audio', container, main: sound() });
    const { path } = await make(recipe, [input]);
    const { ticks: heard } = await played(path, 'sound');
    expect(heard).toHaveLength(11);
    heard.forEach((moment, index) =>
      expect(Math.abs(moment - 0.266 - index * 0.5)).toBeLessThan(tolerance),
    );
    const probe = await new Prober(programs).probe(path, signal);
    expect(Math.abs((probe?.durationSeconds ?? 0) - 5.555)).toBeLessThan(0.06);
    expect(probe?.streams).toHaveLength(1);
  });

  it.each([
    ['gif', 1000, 3000],
    ['webp', 6000, 20_000],
  ] as const)('makes an endless %s from %d ms to %d ms or the end', async (as, start, end) => {
    const { path } = await make(clip(start, end, { as, container: as }), ['muxed.mp4']);
    expect(await loopOf(path)).toMatchObject({ isEndless: true, width: 320, height: 64 });
    const loop = await loopOf(path);
    expect(loop?.seconds).toBeCloseTo(2, 1);
    expect(loop?.frames).toBeGreaterThan(20);
  });

  it.each<[string, Clip, string, string]>([
    ['begins at the end of the item', clip(8010, 8500), 'muxed.mp4', 'CLIP_OUTSIDE'],
    ['needs video from an audio file', clip(0, 1000), 'audio.m4a', 'WISH_NOT_POSSIBLE'],
    [
      'needs audio from a silent video',
      clip(0, 1000, { as: 'audio', container: 'm4a' }),
      'video.mp4',
      'WISH_NOT_POSSIBLE',
    ],
    [
      'needs a loop from an audio file',
      clip(0, 1000, { as: 'gif', container: 'gif' }),
      'audio.m4a',
      'WISH_NOT_POSSIBLE',
    ],
  ])('refuses a clip that %s', async (_, recipe, input, code) => {
    await expect(make(recipe, [input])).rejects.toMatchObject({ code });
  });
});
