import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { picture } from '../../extract/testing/recorded-page.js';
import { parseEnv } from '../../infra/env/env.js';
import { ProcessRegistry } from '../../infra/process/process-registry.js';
import { runProcess } from '../../infra/process/run-process.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { CheckedFiles } from '../checked/checked-files.js';
import { FileAttempts } from '../checked/file-attempt.js';
import { Muxer } from '../ffmpeg.js';
import { MediaReader } from '../gate/media-reader.js';
import { SourceChecker } from '../gate/source-check.js';
import { Prober } from '../probe.js';
import type { Clip } from '../recipe.js';
import { ClipProgram } from './clip-program.js';
import { ClipStreamsReader } from './clip-streams.js';
import { ClipWriter } from './clip-writer.js';
import { ClipMaker } from './clip.maker.js';
import { JointCheck } from './joint-check.js';
import { JointCutter } from './joint-cutter.js';

/** Bits of the number that each frame of the media shows, in blocks of 32 pixels. */
const BITS = 10;
const SECONDS = 8;
/** The sound is a tick of 20 ms at each half second. */
const TICKS = "aevalsrc='if(lt(mod(t,0.5),0.02),sin(2*PI*1000*t),0)':s=48000";

describe('ClipMaker with the programs of this machine', () => {
  let sources: string;
  let folder: string;
  let programs: ProgramsService;
  const { signal } = new AbortController();

  const ffmpeg = (...argv: string[]): Promise<string> =>
    runProcess(programs.find('ffmpeg') ?? '', ['-v', 'error', '-y', ...argv], {
      timeoutMs: 60_000,
    });
  const at = (name: string): string => join(sources, name);
  const numbered = (rate: string): string[] => [
    ...['-f', 'lavfi', '-i', `testsrc2=size=320x64:rate=${rate}:duration=${SECONDS}`, '-vf'],
    `geq=lum='if(lt(Y,32),if(mod(floor(N/pow(2,floor(X/32))),2),235,16),lum(X,Y))':cb='cb(X,Y)':cr='cr(X,Y)'`,
  ];
  const ticking = ['-f', 'lavfi', '-i', `${TICKS}:d=${SECONDS}`];
  const h264 = ['-c:v', 'libx264', '-preset', 'superfast', '-g', '60', '-bf', '3'];

  beforeAll(async () => {
    sources = await mkdtemp(join(tmpdir(), 'dipper-clips-'));
    programs = new ProgramsService(parseEnv({ DATA_DIR: sources }));
    const raw = ['-c:v', 'ffv1', '-pix_fmt', 'yuv420p'];
    await Promise.all([
      ffmpeg(...numbered('30000/1001'), ...raw, at('raw.mkv')),
      ffmpeg(...ticking, '-c:a', 'flac', at('sound.flac')),
    ]);
    const both = ['-i', at('raw.mkv'), '-i', at('sound.flac')];
    await ffmpeg(...both, ...h264, '-c:a', 'aac', at('muxed.mp4'));
    await ffmpeg('-i', at('muxed.mp4'), '-c', 'copy', '-an', at('video.mp4'));
    await ffmpeg('-i', at('muxed.mp4'), '-c', 'copy', '-vn', at('audio.m4a'));
    await ffmpeg('-i', at('muxed.mp4'), '-c', 'copy', at('muxed.ts'));
    await ffmpeg(
      '-i',
      at('muxed.mp4'),
      '-c',
      'copy',
      '-movflags',
      'dash+global_sidx',
      at('frag.mp4'),
    );
    const vpx = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-g', '60'];
    await ffmpeg(...both, ...vpx, '-c:a', 'libopus', at('muxed.webm'));
    const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-g', '60'];
    await ffmpeg('-i', at('raw.mkv'), ...vp8, '-b:v', '1M', at('vp8.webm'));
    const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error'];
    await ffmpeg(...both, ...hevc, '-c:a', 'aac', at('hevc.mp4'));
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

  const make = async (recipe: Clip, inputs: string[]): Promise<string> => {
    const env = parseEnv({ DATA_DIR: sources });
    const prober = new Prober(programs);
    const checker = new SourceChecker(new MediaReader(programs), prober);
    const muxer = new Muxer(programs, new ProcessRegistry(env));
    const files = new CheckedFiles(new FileAttempts(env, muxer, prober, checker));
    const program = new ClipProgram(programs);
    const maker = new ClipMaker(
      files,
      new ClipStreamsReader(program, prober),
      new ClipWriter(program, new JointCutter(program), new JointCheck(program, prober)),
    );
    const fetchAll = (): Promise<{ path: string; bytes: number }[]> =>
      Promise.all(
        inputs.map(async (name) => {
          const copy = join(folder, basename(name));
          await copyFile(at(name), copy);
          return { path: copy, bytes: 1e6 };
        }),
      );
    const whole = { isWhole: true, startSeconds: null, sourceSeconds: null };
    const { path } = await maker.make(recipe, {
      folder,
      signal,
      progress: { merging: () => undefined, checking: () => undefined },
      acceptsDamage: false,
      reserve: () => Promise.resolve(),
      read: () => Promise.resolve(null),
      readPieces: () => Promise.resolve(null),
      readAgain: () => Promise.reject(new Error('nothing is stale')),
      count: () => undefined,
      fetch: fetchAll,
      fetchSpan: async () => (await fetchAll()).map((source) => ({ ...source, ...whole })),
    });
    return path;
  };

  /** The numbers that the frames of a file show. */
  const numbers = async (path: string): Promise<number[]> => {
    const blocks = `crop=320:32:0:0,scale=${BITS}:1:flags=area,format=gray`;
    const out = join(sources, 'bits');
    await ffmpeg('-i', path, '-vsync', 'passthrough', '-vf', blocks, '-f', 'rawvideo', out);
    const bytes = await readFile(out);
    return Array.from({ length: bytes.length / BITS }, (_, frame) =>
      [...bytes.subarray(frame * BITS, (frame + 1) * BITS)].reduce(
        (sum, level, bit) => sum + (level > 125 ? 2 ** bit : 0),
        0,
      ),
    );
  };

  const range = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);

  // 1234 ms: frame 36 is on screen from 1201 to 1234.57; 6789 ms: frame 203 from 6773.4. Where the
  // sound begins earlier than the picture, the item begins with it: 21 ms in a transport stream (an
  // encoder's delay), 67 ms where an edit list is missing.
  it.each([
    ['muxed.mp4', 'mp4', 36, 203],
    ['muxed.ts', 'mp4', 36, 202],
    ['frag.mp4', 'mp4', 34, 201],
    ['muxed.webm', 'webm', 36, 203],
    ['vp8.webm', 'webm', 36, 203],
    ['hevc.mp4', 'mp4', 36, 203],
  ])('cuts %s to the frame', async (input, container, first, last) => {
    const path = await make(clip(1234, 6789, { container }), [input]);
    expect(await numbers(path)).toEqual(range(first, last));
    expect(await readdir(folder)).toEqual([basename(path)]);
  });
});
