import {
  copyFile,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { picture, sound } from '../../extract/testing/recorded-page.js';
import { parseEnv } from '../../infra/env/env.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { processName } from '../../infra/process/process-name.js';
import { ProcessRegistry } from '../../infra/process/process-registry.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { runProcess } from '../../infra/process/run-process.js';
import { waitUntil } from '../../infra/testing/wait-until.js';
import { ArrivingFiles } from '../arriving/arriving-files.js';
import { CheckedFiles } from '../checked/checked-files.js';
import { FileAttempts } from '../checked/file-attempt.js';
import { Muxer } from '../ffmpeg.js';
import { MediaReader } from '../gate/media-reader.js';
import { SourceChecker } from '../gate/source-check.js';
import type { FetchedSource, Follower, MakeContext } from '../maker.port.js';
import type { Probe } from '../probe-schema.js';
import { Prober } from '../probe.js';
import type { Join } from '../recipe.js';
import { makeContext } from '../testing/make-context.js';
import { CaptionReader } from './captions/caption-reader.js';
import { JoinMaker } from './join.maker.js';

const SECONDS = 60;
const FRAGMENTED = ['-c', 'copy', '-movflags', 'dash+global_sidx+delay_moov'];
const SMALL = 1e6;
const LARGE = 600e6;

/**
 * Records for each run whether it reserved room for the index ('room') or moved the index to the
 * front in a second pass ('faststart').
 */
class NotedMuxer extends Muxer {
  readonly runs: string[] = [];

  override mux(input: Parameters<Muxer['mux']>[0]): Promise<void> {
    this.runs.push(input.options.includes('-moov_size') ? 'room' : 'faststart');
    return super.mux(input);
  }
}

/** Reports a single packet for each stream, as happens with a broken source. */
class MisledProber extends Prober {
  override async probe(path: string, signal: AbortSignal): Promise<Probe | null> {
    const probe = await super.probe(path, signal);
    if (basename(path) === 'made') {
      return probe;
    }
    return probe && { ...probe, streams: probe.streams.map((found) => ({ ...found, frames: 1 })) };
  }
}

describe('JoinMaker with real programs', () => {
  let sources: string;
  let folder: string;
  let programs: ProgramsService;
  const { signal } = new AbortController();

  const ffmpeg = (...argv: string[]): Promise<string> =>
    runProcess(programs.find('ffmpeg') ?? '', ['-v', 'error', ...argv], { timeoutMs: 60_000 });
  const lavfi = (graph: string): string[] => ['-f', 'lavfi', '-i', graph];
  const at = (name: string): string => join(sources, name);

  beforeAll(async () => {
    sources = await mkdtemp(join(tmpdir(), 'dipper-sources-'));
    programs = new ProgramsService(parseEnv({ DATA_DIR: sources }));
    const h264 = ['-c:v', 'libx264', '-preset', 'superfast', '-bf', '2'];
    await ffmpeg(
      ...lavfi(`testsrc=size=64x36:rate=30:duration=${SECONDS}`),
      ...lavfi(`sine=duration=${SECONDS}`),
      ...['-map', '0', ...h264, at('video.mp4'), '-map', '1', at('audio.m4a')],
    );
    const inputs = ['-i', at('video.mp4'), '-i', at('audio.m4a')];
    const front = ['-c', 'copy', '-movflags', '+faststart'];
    await ffmpeg(
      ...inputs,
      '-map',
      '0',
      ...front,
      at('front.mp4'),
      '-map',
      '1',
      ...front,
      at('front.m4a'),
    );
    await ffmpeg(
      ...inputs,
      ...['-map', '0', '-c', 'copy', at('video.mkv')],
      ...['-map', '1', '-c', 'copy', at('audio.mkv')],
    );
    const sound = ['-map', '1', ...FRAGMENTED, '-f', 'mp4', at('audio.frag.m4a')];
    await ffmpeg(...inputs, '-map', '0', ...FRAGMENTED, at('video.frag.mp4'), ...sound);
  });
  afterAll(() => rm(sources, { recursive: true }));
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-join-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const pair: Join = {
    kind: 'join',
    pageUrl: 'https://site.example/watch/1',
    title: 'Two words',
    fileName: 'f.mp4',
    container: 'mp4',
    durationSeconds: SECONDS,
    isAudio: false,
    main: picture(),
    sound: sound(),
  };

  const inSegments: Join = {
    ...pair,
    main: picture({ protocol: 'dash' }),
    sound: sound({ protocol: 'dash' }),
  };

  interface Case {
    readonly inputs?: string[];
    readonly recipe?: Join;
    /** Total size that the sources claim, in bytes. */
    readonly bytes?: number;
    /** Duration of each source according to its segments, in seconds. */
    readonly seconds?: number;
    readonly prober?: Prober;
    /** Reports the arrival of the sources. */
    readonly arrive?: (
      follower: Follower,
      index: number,
      source: FetchedSource,
    ) => void | Promise<void>;
    readonly context?: Partial<MakeContext>;
  }
  const make = async ({
    inputs = ['video.mp4', 'audio.m4a'],
    recipe = pair,
    bytes = SMALL,
    seconds,
    prober = new Prober(programs),
    arrive,
    context = {},
  }: Case): Promise<{ path: string; runs: string[] }> => {
    const env = parseEnv({ DATA_DIR: sources });
    const muxer = new NotedMuxer(programs, new ProcessRegistry(env));
    const reader = new MediaReader(programs);
    const checker = new SourceChecker(reader, prober);
    const processes = new ProcessRegistry(env);
    const arriving = new ArrivingFiles(env, programs, processes, prober, reader);
    const files = new CheckedFiles(new FileAttempts(env, muxer, prober, checker, arriving));
    const given = makeContext({
      folder,
      signal,
      fetch: (_, __, ___, follower) =>
        Promise.all(
          inputs.map(async (name, index) => {
            const copy = join(folder, basename(name));
            await copyFile(at(name), copy);
            if (arrive !== undefined && follower !== undefined) {
              const { size } = await stat(copy);
              await arrive(follower, index, { path: copy, bytes: size });
              return { path: copy, bytes: size };
            }
            return {
              ...{ path: copy, bytes: bytes / inputs.length },
              ...(seconds !== undefined && { durationSeconds: seconds }),
            };
          }),
        ),
      ...context,
    });
    const { path } = await new JoinMaker(files, new CaptionReader(programs)).make(recipe, given);
    return { path, runs: muxer.runs };
  };

  /** Names of an MP4's boxes, each once, up to the end of the file. */
  const boxes = async (path: string): Promise<string[]> => {
    const content = await readFile(path);
    const names: string[] = [];
    for (let at = 0; at < content.length; at += content.readUInt32BE(at)) {
      names.push(content.toString('latin1', at + 4, at + 8));
    }
    return [...new Set(names)];
  };

  const fragmented = ['video.frag.mp4', 'audio.frag.m4a'];
  it.each<[string, string[], () => Case]>([
    ['large sources', ['room'], () => ({ bytes: LARGE })],
    ['large fragmented sources', ['room'], () => ({ bytes: LARGE, inputs: fragmented })],
    ['small sources', ['faststart'], () => ({ bytes: SMALL })],
    [
      'sources that need more room than they declare',
      ['room', 'faststart'],
      () => ({ bytes: LARGE, prober: new MisledProber(programs) }),
    ],
  ])('puts the index before the media of %s', async (_, runs, of) => {
    const made = await make(of());
    expect(made.runs).toEqual(runs);
    expect(await boxes(made.path)).toEqual(['ftyp', 'moov', 'free', 'mdat']);
  });

  const whole: Case['arrive'] = (follower, index, { path, bytes }) => {
    follower.sized(index, bytes);
    follower.arrived(index, path, Math.floor(bytes / 2));
    follower.arrived(index, path, bytes);
  };
  const packetsOf = async (path: string): Promise<string> =>
    ffmpeg('-i', path, '-map', '0', '-c', 'copy', '-f', 'framecrc', '-');

  it('writes the same file while its sources are still arriving', async () => {
    const fromDisk = await make({ inputs: fragmented });
    const expected = await packetsOf(fromDisk.path);
    const arrived = await make({ inputs: fragmented, arrive: whole });
    expect([fromDisk.runs.length, arrived.runs]).toEqual([1, []]);
    expect(await packetsOf(arrived.path)).toBe(expected);
    expect(await readdir(folder)).toEqual([basename(arrived.path)]);
  });

  it.each<[string, Case]>([
    ['with an index in front', { inputs: ['front.mp4', 'front.m4a'] }],
    [
      'in Matroska, for Matroska',
      { inputs: ['video.mkv', 'audio.mkv'], recipe: { ...pair, container: 'mkv' } },
    ],
    [
      'in segments',
      {
        inputs: fragmented,
        recipe: inSegments,
      },
    ],
  ])('writes the file while sources arrive %s', async (_, sources) => {
    expect((await make({ ...sources, arrive: whole })).runs).toEqual([]);
  });

  it.each<[string, Partial<Case>]>([
    ['have their index at the end', { arrive: whole }],
    ['are Matroska, and the file is not', { inputs: ['video.mkv', 'audio.mkv'], arrive: whole }],
    [
      'are fetched again from the start',
      {
        inputs: fragmented,
        arrive: (follower, index, source) => {
          follower.sized(index, source.bytes);
          follower.arrived(index, source.path, source.bytes);
          follower.arrived(index, source.path, 0);
          follower.arrived(index, source.path, source.bytes);
        },
      },
    ],
  ])('makes the file from sources on disk if they %s', async (_, given) => {
    expect((await make(given)).runs).toHaveLength(1);
  });

  describe('while sources are still arriving', () => {
    const inputs = ['front.mp4', 'front.m4a'];
    /** The bytes that a task counts for what it has written, not counting its sources. */
    let counted = 0;
    const count = (bytes: number): void => {
      counted += bytes;
    };
    beforeEach(() => {
      counted = 0;
    });

    it('makes the file from sources on disk if the disk was full for a moment', async () => {
      await symlink('/dev/full', join(folder, 'made'));
      const { path, runs } = await make({ inputs, arrive: whole });
      expect(runs).toHaveLength(1);
      expect((await lstat(path)).isFile()).toBe(true);
      expect(await readdir(folder)).toEqual([basename(path)]);
    });

    it('fails if there is no room for the file, and keeps the sources', async () => {
      const reserve = (): Promise<void> => Promise.reject(new DomainError('DISK_FULL'));
      const making = make({ inputs, arrive: whole, context: { reserve, count } });
      await expect(making).rejects.toMatchObject({ code: 'DISK_FULL' });
      expect([await readdir(folder), counted]).toEqual([inputs.toSorted(), 0]);
    });

    it('ends ffmpeg and removes its file when the task is handed back, and keeps the sources', async () => {
      const handedBack = new Error('handed back');
      const abort = new AbortController();
      // The server shuts down while bytes are still arriving.
      const arrive: Case['arrive'] = async (follower, index, source) => {
        follower.sized(index, source.bytes);
        follower.arrived(index, source.path, Math.floor(source.bytes * 0.9));
        await waitUntil(async () => (await readdir(folder)).includes('made'), 'a file');
        abort.abort(handedBack);
        throw handedBack;
      };
      // Segments are passed on as they arrive, however small they are.
      const segmented = { inputs: fragmented, recipe: inSegments, arrive };
      const making = make({ ...segmented, context: { signal: abort.signal, count } });
      await expect(making).rejects.toBe(handedBack);
      expect([await readdir(folder), counted]).toEqual([fragmented.toSorted(), 0]);
      expect(await readdir(join(sources, 'run'), { recursive: true })).toEqual([processName()]);
    });
  });

  it('interleaves video and audio that are far apart in their source', async () => {
    const inputs = ['-i', at('video.mp4'), '-i', at('audio.m4a'), '-c', 'copy'];
    const apart = ['-movflags', 'empty_moov+default_base_moof', '-frag_duration', '2000000000'];
    await ffmpeg(...inputs, ...apart, at('apart.mp4'));
    const recipe = { ...pair, main: picture({ audio: 'yes' }), sound: null };
    const { runs } = await make({ inputs: ['apart.mp4'], recipe, arrive: whole });
    expect(runs).toHaveLength(1);
  });

  it('finds damage in sources while they arrive, and reports it as for sources on disk', async () => {
    const damaged = await readFile(at('front.mp4'));
    const middle = Math.floor(damaged.length * 0.7);
    damaged.fill(0x5a, middle, middle + 5000);
    await writeFile(at('damaged.mp4'), damaged);
    const making = make({ inputs: ['damaged.mp4', 'front.m4a'], arrive: whole });
    await expect(making).rejects.toMatchObject({ code: 'SOURCE_DAMAGED' });
  });

  it('removes the sources early, so that they need not be flushed to disk', async () => {
    const { path } = await make({});
    expect(await readdir(folder)).toEqual([basename(path)]);
  });

  it('does not guess a duration for a source without one', async () => {
    const silence = lavfi(`aevalsrc=0:duration=${SECONDS}`);
    const noise = lavfi(`anoisesrc=duration=${SECONDS}:sample_rate=44100`);
    // The file has no index, and its quiet beginning is not representative of the rest.
    const join = ['-filter_complex', '[0][1]concat=v=0:a=1', '-c:a', 'aac'];
    await ffmpeg(...silence, ...noise, ...join, at('packed.aac'));
    const prober = new Prober(programs);
    const durationSeconds = 2 * SECONDS;
    const guess = (await prober.probe(at('packed.aac'), signal))?.durationSeconds ?? 0;
    expect(Math.abs(guess - durationSeconds)).toBeGreaterThan(10);
    const alone = { main: sound(), sound: null, isAudio: true, container: 'm4a' };
    const { path } = await make({
      recipe: { ...pair, ...alone, durationSeconds },
      inputs: ['packed.aac'],
    });
    expect((await prober.probe(path, signal))?.durationSeconds).toBeCloseTo(durationSeconds, 0);
  });

  it('keeps the offset between audio and video that their timestamps give', async () => {
    await ffmpeg('-itsoffset', '0.5', '-i', at('audio.m4a'), '-c', 'copy', at('late.m4a'));
    const { path } = await make({ inputs: ['video.mp4', 'late.m4a'] });
    const reader = new MediaReader(programs);
    const depth = { kind: 'packets', filter: null } as const;
    const how = { wanted: ['video', 'audio'] as const, depth, located: false };
    const [video, audio] = (await reader.read(path, how, signal)).streams;
    expect((audio?.start ?? 0) - (video?.start ?? 0)).toBeCloseTo(0.5, 1);
  });

  it.each([
    ['from zero', '0'],
    ['later', '1000'],
  ])('accepts segments whose clock continues %s after a discontinuity', async (_, offset) => {
    const inputs = ['-i', at('video.mp4'), '-i', at('audio.m4a'), '-c', 'copy', '-f', 'mpegts'];
    await ffmpeg(...inputs, '-y', at('one.ts'));
    await ffmpeg(...inputs, '-output_ts_offset', offset, '-y', at('two.ts'));
    const parts = await Promise.all(['one.ts', 'two.ts'].map((name) => readFile(at(name))));
    await writeFile(at('jumps.ts'), Buffer.concat(parts));
    const main = picture({ protocol: 'hls', audio: 'yes' });
    const durationSeconds = 2 * SECONDS;
    const { path } = await make({
      ...{ inputs: ['jumps.ts'], seconds: durationSeconds },
      recipe: { ...pair, main, sound: null, durationSeconds },
    });
    const found = await new Prober(programs).probe(path, signal);
    expect(found?.durationSeconds).toBeCloseTo(durationSeconds, 0);
  });

  it('refuses a file whose duration differs from the one on its page', async () => {
    const making = make({ recipe: { ...pair, durationSeconds: 2 * SECONDS } });
    await expect(making).rejects.toMatchObject({ code: 'SOURCE_DAMAGED' });
  });
});
