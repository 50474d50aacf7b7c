import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinedContainer, singleContainer } from '../../extract/formats/container.js';
import { picture, sound } from '../../extract/testing/recorded-page.js';
import { parseEnv } from '../../infra/env/env.js';
import { ProcessRegistry } from '../../infra/process/process-registry.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { runProcess } from '../../infra/process/run-process.js';
import { Muxer } from '../ffmpeg.js';
import { muxOptions } from './mux-options.js';
import { Prober } from '../probe.js';

/** A page's name for a codec, the encoder that we use for it, and ffmpeg's name for it. */
const SOUNDS = [
  ['mp4a.40.2', 'aac', 'aac'],
  ['alac', 'alac', 'alac'],
  ['ac-3', 'ac3', 'ac3'],
  ['ec-3', 'eac3', 'eac3'],
  ['mp4a.40.34', 'libmp3lame', 'mp3'],
  ['flac', 'flac', 'flac'],
  ['opus', 'libopus', 'opus'],
  ['vorbis', 'libvorbis', 'vorbis'],
  ['pcm_s16le', 'pcm_s16le', 'pcm_s16le'],
] as const;
const PICTURES = [
  ['avc1.64001f', 'libx264', 'h264'],
  ['vp8', 'libvpx', 'vp8'],
] as const;

describe("the machine's ffmpeg", () => {
  let folder: string;
  let muxer: Muxer;
  let prober: Prober;
  const { signal } = new AbortController();

  /** Encodes two seconds into Matroska, which accepts every codec. */
  const encode = async (name: string, input: string, options: string[]): Promise<void> => {
    const argv = ['-v', 'error', '-f', 'lavfi', '-i', input, '-strict', '-2', ...options];
    const program = new ProgramsService(parseEnv({ DATA_DIR: folder })).find('ffmpeg') ?? '';
    await runProcess(program, [...argv, '-f', 'matroska', join(folder, name)], {
      timeoutMs: 30_000,
    });
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-containers-'));
    const env = parseEnv({ DATA_DIR: folder });
    const programs = new ProgramsService(env);
    muxer = new Muxer(programs, new ProcessRegistry(env));
    prober = new Prober(programs);
    await Promise.all([
      ...[...new Set(SOUNDS.map(([, encoder]) => encoder))].map((encoder) =>
        encode(encoder, 'sine=d=2', ['-ac', '2', '-ar', '48000', '-c:a', encoder]),
      ),
      ...PICTURES.map(([, encoder]) =>
        encode(encoder, 'testsrc=d=2:s=64x64:r=10', ['-c:v', encoder]),
      ),
    ]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** @returns the codecs in the resulting file. */
  const mux = async (inputs: string[], container: string, isAudio: boolean): Promise<string[]> => {
    const output = join(folder, `${inputs.join('-')}.out`);
    await muxer.mux({
      inputs: inputs.map((name) => join(folder, name)),
      options: muxOptions({
        container,
        inputs: inputs.length === 2 ? 2 : 1,
        isAudio,
        title: 'T',
        moovSize: null,
      }),
      output,
      signal,
      onProgress: () => undefined,
    });
    const probe = await prober.probe(output, signal);
    expect(probe?.durationSeconds).toBeCloseTo(2, 0);
    return (probe?.streams ?? []).map(({ codec }) => codec);
  };

  it.each(SOUNDS)('muxes %s alone into the chosen container', async (...row) => {
    const [acodec, encoder, codec] = row;
    const container = singleContainer(sound({ protocol: 'dash', ext: 'm4a', acodec }));
    expect(await mux([encoder], container, true)).toEqual([codec]);
  });

  // VP8 and a codec that WebM does not allow go into Matroska, which accepts everything.
  const pairs = PICTURES.flatMap((of) =>
    SOUNDS.filter(([acodec]) => of[0] !== 'vp8' || /opus|vorbis|mp4a.40.2/.test(acodec)).map(
      (heard) => [of[0], heard[0], of, heard] as const,
    ),
  );
  it.each(pairs)(
    'muxes %s with %s into the chosen container',
    async (vcodec, acodec, [, video, pictured], [, audio, heard]) => {
      const container = joinedContainer(
        picture({ vcodec, ext: vcodec === 'vp8' ? 'webm' : 'mp4' }),
        sound({ acodec }),
      );
      expect(await mux([video, audio], container, false)).toEqual([pictured, heard]);
    },
  );
});
