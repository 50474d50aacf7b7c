import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { picture, sound } from '../../extract/testing/recorded-page.js';
import { parseEnv } from '../../infra/env/env.js';
import { DomainError } from '../../infra/http/domain-error.js';
import { ProcessRegistry } from '../../infra/process/process-registry.js';
import { ProgramsService } from '../../infra/process/programs.service.js';
import { runProcess } from '../../infra/process/run-process.js';
import { Muxer } from '../ffmpeg.js';
import type { Join } from '../recipe.js';
import { JoinMaker } from './join.maker.js';
import type { Probe } from '../probe-schema.js';
import { Prober } from '../probe.js';

/** The streams that the tests' origin serves, made by the machine's ffmpeg. */
const media = async (): Promise<string> => {
  const path = '../../../../../test/origin/make-media';
  return jest.requireActual<{ makeMedia: () => Promise<string> }>(path).makeMedia();
};

/** A prober that is told how many frames a source has, as a source's own index might lie. */
class LyingProber extends Prober {
  constructor(
    programs: ProgramsService,
    private readonly frames: number,
  ) {
    super(programs);
  }

  override async probe(path: string, signal: AbortSignal): Promise<Probe | null> {
    const probe = await super.probe(path, signal);
    const streams = probe?.streams.map((stream) => ({ ...stream, frames: this.frames }));
    return probe === null ? null : { ...probe, streams: streams ?? [] };
  }
}

describe('JoinMaker', () => {
  let folder: string;
  let inputs: string[];
  const signal = new AbortController().signal;

  beforeAll(async () => {
    const streams = await media();
    inputs = ['video-720.mp4', 'audio.m4a'].map((name) => join(streams, name));
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-maker-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const recipe: Join = {
    kind: 'join',
    pageUrl: 'https://site.example/watch/1',
    title: 'Two words',
    fileName: 'f.mp4',
    container: 'mp4',
    durationSeconds: 12,
    isAudio: false,
    main: picture(),
    sound: sound(),
  };

  const programs = (): ProgramsService => new ProgramsService(parseEnv({ DATA_DIR: folder }));

  /** @param bytes that the sources claim to have together. */
  const make = async (
    prober: Prober,
    bytes: number,
    other: Partial<{ recipe: Join; inputs: string[] }> = {},
  ): Promise<string> => {
    const env = parseEnv({ DATA_DIR: folder });
    const muxer = new Muxer(programs(), new ProcessRegistry(env));
    const paths = other.inputs ?? inputs;
    const { path } = await new JoinMaker(env, muxer, prober).make(other.recipe ?? recipe, {
      folder,
      signal,
      progress: { merging: () => undefined, checking: () => undefined },
      fetch: () =>
        Promise.resolve(paths.map((name) => ({ path: name, bytes: bytes / paths.length }))),
      reserve: () => Promise.resolve(),
    });
    return path;
  };

  /** Sound without an index whose quiet beginning says nothing about the rest. */
  const packedAudio = async (): Promise<string> => {
    const path = join(folder, 'packed.aac');
    const silence = ['-f', 'lavfi', '-i', 'aevalsrc=0:d=60'];
    const noise = ['-f', 'lavfi', '-i', 'anoisesrc=d=60:sample_rate=44100'];
    const joined = ['-filter_complex', '[0][1]concat=v=0:a=1', '-c:a', 'aac', path];
    const ffmpeg = programs().find('ffmpeg') ?? '';
    await runProcess(ffmpeg, ['-v', 'error', ...silence, ...noise, ...joined], {
      timeoutMs: 60_000,
    });
    return path;
  };

  /** Names of an MP4's first boxes. */
  const boxes = async (path: string): Promise<string[]> => {
    const file = await open(path, 'r');
    const names: string[] = [];
    for (let at = 0; names.length < 3;) {
      const { buffer } = await file.read({ buffer: Buffer.alloc(8), position: at });
      names.push(buffer.toString('latin1', 4));
      at += buffer.readUInt32BE(0);
    }
    await file.close();
    return names;
  };

  it.each([
    ['in a second pass, for a small file', () => new Prober(programs()), 1e6],
    ['at once, for a large one', () => new Prober(programs()), 600e6],
    ['also when the room was too small', () => new LyingProber(programs(), -1360), 600e6],
  ])('puts the index in front %s', async (_, prober, bytes) => {
    expect((await boxes(await make(prober(), bytes))).slice(0, 2)).toEqual(['ftyp', 'moov']);
  });

  it('takes no length from a source that has none', async () => {
    const source = await packedAudio();
    const prober = new Prober(programs());
    const guess = (await prober.probe(source, signal))?.durationSeconds ?? 0;
    expect(Math.abs(guess - 120)).toBeGreaterThan(10);
    const made = await make(prober, 1e6, {
      recipe: {
        ...recipe,
        ...{ main: sound(), sound: null, isAudio: true, container: 'm4a', durationSeconds: 120 },
      },
      inputs: [source],
    });
    expect((await prober.probe(made, signal))?.durationSeconds).toBeCloseTo(120, 0);
  });

  it('refuses what is not as long as its page says', async () => {
    const longer = { ...recipe, durationSeconds: 60 };
    const making = make(new Prober(programs()), 1e6, { recipe: longer });
    await expect(making).rejects.toBeInstanceOf(DomainError);
  });
});
