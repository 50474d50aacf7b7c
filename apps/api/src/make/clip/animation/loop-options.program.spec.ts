import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from '../../../infra/env/env.js';
import { ProgramsService } from '../../../infra/programs/programs.service.js';
import { runProcess } from '../../../infra/process/run-process.js';
import { probeSchema } from '../../probe-schema.js';
import { Prober } from '../../probe.js';
import { framesBetween } from '../picture/picture-source.js';
import { pictureOf } from '../picture/picture-traits.js';
import { loopOf } from './loop-file.js';
import { loopPlan } from './loop-options.js';

/** ffmpeg's arguments for each source. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  // In the clip, the last frame stays on screen for three seconds.
  'still.mkv': ['-i', 'testsrc2=size=64x32:rate=25:duration=2.04', '-c:v', 'mpeg4'],
  'slow.mp4': ['-i', 'testsrc2=size=64x32:rate=1:duration=10', '-c:v', 'mpeg4'],
  'rare.mp4': ['-i', 'testsrc2=size=64x32:rate=1/5:duration=30', '-c:v', 'mpeg4'],
};

describe('loopPlan with real ffmpeg', () => {
  let folder: string;
  let programs: ProgramsService;
  const at = (name: string): string => join(folder, name);
  const ffmpeg = (...argv: string[]): Promise<string> =>
    runProcess(programs.find('ffmpeg') ?? '', ['-v', 'error', '-y', ...argv], {
      timeoutMs: 60_000,
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-loop-plan-'));
    programs = new ProgramsService(parseEnv({ DATA_DIR: folder }));
    for (const [name, argv] of Object.entries(SOURCES)) {
      await ffmpeg('-f', 'lavfi', ...argv, at(name));
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ['gif', 'video that stands still at its end', 'still.mkv', [1, 2, 5]],
    ['webp', 'video that stands still at its end', 'still.mkv', [1, 2, 5]],
    ['gif', 'video with one frame per second', 'slow.mp4', [5, 8, 8.4]],
    ['webp', 'video with one frame per second', 'slow.mp4', [5, 8, 8.4]],
    ['gif', 'a single frame', 'rare.mp4', [5, 5, 9.7]],
  ] as const)('makes a %s of %s that lasts as long as the clip', async (as, _, name, times) => {
    const [from, last, to] = times;
    const described = await new Prober(programs).describe(at(name), new AbortController().signal);
    const traits = pictureOf(probeSchema.parse(described).streams);
    const plan = traits && loopPlan(as, traits, to - from);
    const table = { over: 1, under: 1000, packets: [], end: null };
    const shown = framesBetween({ table }, { first: from * 1000, last: last * 1000 });
    const filters = `[0:V:0]${shown},setpts=PTS-${from}/TB,${plan?.filters}`;
    await ffmpeg('-i', at(name), '-filter_complex', filters, ...(plan?.options ?? []), at('loop'));
    expect((await loopOf(at('loop')))?.seconds).toBeCloseTo(to - from, 1);
  });
});
