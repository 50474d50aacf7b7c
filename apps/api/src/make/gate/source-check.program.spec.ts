import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from '../../infra/env/env.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { runProcess } from '../../infra/process/run-process.js';
import { samples } from '../../infra/testing/samples.js';
import { Prober } from '../probe.js';
import { pictureTimes } from './decode-plan.js';
import { hasGoodPictures } from './good-pictures.js';
import { MediaReader } from './media-reader.js';
import { SourceChecker, type SourceReport } from './source-check.js';

const SECONDS = 6;
const lavfi = (graph: string): string[] => ['-f', 'lavfi', '-i', graph];
const INPUTS = [
  ...lavfi(`testsrc2=size=160x90:rate=25:duration=${SECONDS}`),
  ...lavfi(`testsrc2=size=480x270:rate=25:duration=${SECONDS}`),
  ...lavfi(`anoisesrc=sample_rate=48000:seed=1:duration=${SECONDS}`),
  ...lavfi(`anullsrc=duration=${SECONDS}`),
  ...lavfi('color=black:size=160x90:rate=1:duration=60'),
];
const NOISE = ['-vf', 'noise=alls=15:allf=t:all_seed=1', '-pix_fmt', 'yuv420p'];
const BOTH = ['-map', '0:v', '-map', '2:a', ...NOISE];
/** Frames larger than 2 KiB, so that damage of that size affects only part of a frame. */
const LARGE = ['-map', '1:v', '-map', '2:a', ...NOISE];
const SOUND = ['-map', '2:a'];
const SILENCE = ['-map', '3:a'];
const BLACK = ['-map', '4:v', '-pix_fmt', 'yuv420p'];
const X264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '50'];
const X265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error'];
const AV1 = ['-c:v', 'libsvtav1', '-preset', '12', '-b:v', '500k'];
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1M'];
const FRAGMENTED = ['-movflags', 'dash+global_sidx+delay_moov', '-frag_duration'];
const FRAGMENTS = [...FRAGMENTED, '2000000'];
const SHORT_FRAGMENTS = [...FRAGMENTED, '400000'];

/**
 * Good sources, one for each rule of the checker: name and ffmpeg arguments. More kinds
 * (interlaced, variable frame rates, VP8, …) are tested by `npm run test:faults -- --good`.
 */
const GOOD: Readonly<Record<string, readonly string[]>> = {
  'h264.mp4': [...LARGE, ...X264, '-bf', '3', '-c:a', 'aac', '-movflags', '+faststart'],
  'intra-refresh.mp4': [...BOTH, ...X264, '-x264-params', 'intra-refresh=1', '-c:a', 'aac'],
  'hevc.mp4': [...BOTH, ...X265, '-tag:v', 'hvc1', '-c:a', 'aac'],
  'vp9.webm': [...BOTH, ...VP9, '-c:a', 'libopus'],
  'av1.mp4': [...BOTH, ...AV1, '-c:a', 'libopus'],
  'mpeg4.mp4': [...BOTH, '-c:v', 'mpeg4', '-b:v', '1M', '-c:a', 'libmp3lame'],
  'h264.ts': [...BOTH, ...X264, '-c:a', 'aac'],
  'fragments.mp4': [...BOTH, ...X264, '-c:a', 'aac', ...FRAGMENTS],
  'black.mp4': [...BLACK, ...X264, '-tune', 'stillimage'],
  'cbr.mp3': [...SOUND, '-c:a', 'libmp3lame', '-b:a', '128k'],
  'silence.mp3': [...SILENCE, '-c:a', 'libmp3lame', '-b:a', '320k'],
  'silence.m4a': [...SILENCE, '-c:a', 'aac', '-b:a', '320k'],
  'silence.opus': [...SILENCE, '-c:a', 'libopus', '-vbr', 'off'],
  'silence.wav': SILENCE,
  'sound.m4a': [...SOUND, '-c:a', 'aac'],
  'sound.opus': [...SOUND, '-c:a', 'libopus'],
  'sound.flac': [...SOUND, '-c:a', 'flac'],
};

type Damaged = readonly [name: string, what: string, damage: (content: Buffer) => Buffer];

/** Incompressible bytes. Equal seeds give equal bytes. */
function junk(bytes: number, seed: string): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes / 32) }, (_, index) =>
    createHash('sha256').update(`${seed} ${index}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, bytes);
}

/**
 * Overwrites part of a file.
 * @param share where the patch begins, as a share of the file's length.
 */
function planted(content: Buffer, share: number, patch: Buffer): Buffer {
  const damaged = Buffer.from(content);
  patch.copy(damaged, Math.floor(content.length * share));
  return damaged;
}

const cut =
  (share: number) =>
  (content: Buffer): Buffer =>
    content.subarray(0, Math.floor(content.length * share));
const zeros =
  (bytes: number, share = 0.6) =>
  (content: Buffer): Buffer =>
    planted(content, share, Buffer.alloc(bytes));
const noise =
  (bytes: number, share = 0.6) =>
  (content: Buffer): Buffer =>
    planted(content, share, junk(bytes, String(share)));
const halfZeros = (content: Buffer): Buffer =>
  planted(content, 0.5, Buffer.alloc(Math.ceil(content.length / 2)));

describe('SourceChecker with real ffmpeg', () => {
  let folder: string;
  let checker: SourceChecker;
  let prober: Prober;
  let programs: ProgramsService;
  const { signal } = new AbortController();
  const at = (name: string): string => join(folder, name);
  const ffmpeg = (...argv: string[]): Promise<string> =>
    runProcess(programs.find('ffmpeg') ?? '', ['-v', 'error', ...argv], { timeoutMs: 120_000 });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-check-'));
    programs = new ProgramsService(parseEnv({ DATA_DIR: folder }));
    prober = new Prober(programs);
    checker = new SourceChecker(new MediaReader(programs), prober);
    const outputs = Object.entries(GOOD).flatMap(([name, argv]) => [...argv, at(name)]);
    await ffmpeg(...INPUTS, ...outputs);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const check = async (
    path: string,
    taskSeconds = 0,
    isSegmented = false,
  ): Promise<SourceReport | null> => {
    const probe = await prober.probe(path, signal);
    const isSound = /\.(mp3|m4a|opus|wav|flac|aac)$/.test(path);
    const wanted = isSound ? (['audio'] as const) : (['video', 'audio'] as const);
    return probe && checker.check(path, { ...{ wanted, probe, taskSeconds, signal }, isSegmented });
  };

  const havePictures = async (path: string, pageSeconds = SECONDS): Promise<boolean> => {
    const probe = await prober.probe(path, signal);
    const reader = new MediaReader(programs);
    return (
      probe !== null &&
      hasGoodPictures(
        (how) => reader.read(path, how, signal),
        pictureTimes({ probe, wanted: ['video'] }, pageSeconds),
      )
    );
  };

  it.each(['mp4', 'ts', 'webm', 'late.ts'])(
    'vouches for the pictures of a .%s file, which may begin late',
    async (type) => {
      const [path, codec] = [at(`keys.${type}`), type === 'webm' ? VP9 : X264];
      const offset = type.startsWith('late') ? '100' : '0';
      const argv = [...BOTH, ...codec, '-g', '10', '-output_ts_offset', offset];
      await ffmpeg(...INPUTS, ...argv, ...(path.endsWith('mp4') ? SHORT_FRAGMENTS : []), path);
      expect(await havePictures(path)).toBe(true);
    },
  );

  it('does not vouch for pictures that it has not decoded', async () => {
    // These need other pictures.
    expect(await havePictures(at('intra-refresh.mp4'))).toBe(false);
    const path = at('keys.mp4');
    expect(await havePictures(path, 10 * SECONDS)).toBe(false);
    const content = await readFile(path);
    await writeFile(at('begun.mp4'), content.subarray(0, content.length * 0.3));
    expect(await havePictures(at('begun.mp4'))).toBe(false);
  });

  it('does not vouch for damaged pictures', async () => {
    const content = await readFile(at('h264.mp4'));
    const patch = junk(Math.floor(content.length * 0.5), 'pictures');
    await writeFile(at('torn.mp4'), planted(content, 0.3, patch));
    expect(await havePictures(at('torn.mp4'))).toBe(false);
  });

  it.each(Object.keys(GOOD))('finds nothing wrong with %s', async (name) => {
    // After a task of this duration, everything is decoded.
    const report = await check(at(name), 400);
    expect(report).toMatchObject({ problems: [], damage: [] });
    expect(report?.streams.length).toBeGreaterThan(0);
  });

  it('reads hours of media, whose packet list exceeds any output limit', async () => {
    const [short, path] = [at('seconds.mp4'), at('hours.mp4')];
    const picture = lavfi('testsrc=size=32x32:rate=50:duration=10');
    await ffmpeg(...picture, ...X264, '-bf', '0', short);
    // 300,000 packet lines of about 60 characters each are 17 MiB.
    await ffmpeg('-stream_loop', '599', '-i', short, '-c', 'copy', path);
    const probe = await prober.probe(path, signal);
    const report =
      probe &&
      (await checker.check(path, {
        ...{ wanted: ['video'], probe, taskSeconds: 0, isSegmented: false, signal },
        // Otherwise, everything would be decoded, which takes very long and adds no lines to the
        // list.
        decodedBy: Promise.resolve([]),
      }));
    expect(report).toMatchObject({ problems: [], streams: [{ packets: 300_000 }] });
  });

  it('accepts tags in the middle of a stitched podcast, but not junk in their place', async () => {
    const episode = await readFile(at('cbr.mp3'));
    const tag = Buffer.concat([
      Buffer.from('ID3\x04\0\0\0\0\x10\x00', 'latin1'),
      Buffer.alloc(2048, 1),
    ]);
    await writeFile(at('stitched.mp3'), Buffer.concat([episode, tag, episode]));
    expect(await check(at('stitched.mp3'))).toMatchObject({ problems: [] });
    const damaged = Buffer.concat([planted(episode, 0.5, junk(16_384, 'sound')), tag, episode]);
    await writeFile(at('stitched.mp3'), damaged);
    expect((await check(at('stitched.mp3')))?.problems).not.toEqual([]);
  });

  it('accepts continuity counters that restart in segments, but not in a single file', async () => {
    const segment = await readFile(at('h264.ts'));
    await writeFile(at('segments.ts'), Buffer.concat([segment, segment]));
    expect(await check(at('segments.ts'), 400, true)).toMatchObject({ problems: [] });
    expect((await check(at('segments.ts'), 400))?.problems).not.toEqual([]);
  });

  it('accepts a recording that begins in the middle of a group of pictures', async () => {
    const whole = await readFile(at('h264.ts'));
    // The recording starts within the first GOP, at the start of a transport packet.
    const path = at('joined-late.ts');
    await writeFile(path, whole.subarray(188 * Math.floor(whole.length / 188 / 12)));
    expect(await check(path, 400)).toMatchObject({ problems: [] });
  });

  it.each<Damaged>(
    samples<Damaged>(
      [
        ['h264.mp4', 'cut at 99.5%', cut(0.995)],
        ['h264.mp4', '4 KiB of zeros', zeros(4096)],
        ['h264.mp4', '64 KiB of junk', noise(65536)],
        ['hevc.mp4', '4 KiB of zeros', zeros(4096)],
        ['vp9.webm', 'cut at 99.5%', cut(0.995)],
        ['vp9.webm', '4 KiB of zeros', zeros(4096)],
        ['av1.mp4', '64 KiB of zeros', zeros(65536)],
        ['mpeg4.mp4', '4 KiB of zeros', zeros(4096)],
        ['fragments.mp4', 'a second half of zeros', halfZeros],
        ['cbr.mp3', 'junk', noise(4096)],
        ['cbr.mp3', 'cut at 97%', cut(0.97)],
        ['sound.m4a', 'junk', noise(4096)],
        ['sound.opus', 'zeros', zeros(4096)],
        ['sound.flac', 'junk', noise(4096)],
        ['silence.wav', 'cut at 97%', cut(0.97)],
      ],
      [
        ['h264.mp4', '64 KiB of zeros', zeros(65536)],
        ['h264.mp4', 'a second half of zeros', halfZeros],
        ['vp9.webm', '64 KiB of junk', noise(65536)],
        ['mpeg4.mp4', '64 KiB of junk', noise(65536)],
        ['fragments.mp4', 'cut at 99.5%', cut(0.995)],
        ['sound.m4a', 'zeros', zeros(4096)],
        ['sound.opus', 'junk', noise(4096)],
        ['sound.opus', 'cut at 97%', cut(0.97)],
        ['sound.flac', 'cut at 97%', cut(0.97)],
      ],
    ),
  )('finds %s damaged: %s', async (name, what, damage) => {
    const path = at(`damaged-${name}`);
    await writeFile(path, damage(await readFile(at(name))));
    const report = await check(path);
    // A file without anything readable is not media, so joining refuses it.
    expect(report?.problems ?? ['no media']).not.toEqual([]);
  });

  it.each([
    ['by reading packets', 'h264.mp4', zeros(65536, 0.5), 3],
    ['by decoding', 'h264.mp4', noise(2048, 0.5), 3],
    ['in a zeroed key frame', 'vp9.webm', zeros(4096, 0.5), 3],
    ['in a stream that begins at 1.4 s', 'h264.ts', zeros(65536, 0.9), 5.4],
  ])('locates damage %s', async (_, name, damage, seconds) => {
    const path = at(`where-${name}`);
    await writeFile(path, damage(await readFile(at(name))));
    const [span] = (await check(path))?.damage ?? [];
    expect(span?.from).toBeGreaterThan(seconds - 2);
    expect(span?.from).toBeLessThan(seconds + 0.8);
    expect(span?.to).toBeGreaterThanOrEqual(span?.from ?? Infinity);
  });

  it("stops with its signal's reason", async () => {
    const ended = new AbortController();
    const probe = await prober.probe(at('h264.mp4'), signal);
    await copyFile(at('h264.mp4'), at('ended.mp4'));
    const reason = new Error('cancelled');
    ended.abort(reason);
    const checking = checker.check(at('ended.mp4'), {
      ...{
        wanted: ['video'],
        probe: probe ?? {
          streams: [],
          durationSeconds: 0,
          guessed: false,
          isCounted: false,
          startSeconds: 0,
        },
      },
      ...{ taskSeconds: 0, isSegmented: false, signal: ended.signal },
    });
    await expect(checking).rejects.toBe(reason);
  });
});
