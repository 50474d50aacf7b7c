import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from '../../infra/env/env.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { runProcess } from '../../infra/process/run-process.js';
import { correctProbe } from '../probe-schema.js';
import { Prober } from '../probe.js';
import { describeShortfall } from './compare.js';
import { readMadeIndex } from './made-index.js';
import { MediaReader } from './media-reader.js';

const { signal } = new AbortController();
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=25:duration=23'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=duration=23'];
const LONG_GOP = ['-preset', 'ultrafast', '-bf', '2', '-g', '250', '-sc_threshold', '0'];

it.each([
  ['without audio', PICTURE],
  ['with audio', [...PICTURE, ...SOUND]],
])('measures only what a file %s shows if it was cut between key frames', async (_, inputs) => {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-edit-list-'));
  const at = (name: string): string => join(folder, name);
  try {
    const programs = new ProgramsService(parseEnv({ DATA_DIR: folder }));
    const ffmpeg = (...argv: string[]): Promise<string> =>
      runProcess(programs.find('ffmpeg') ?? '', argv, { timeoutMs: 60_000 });
    await ffmpeg(...inputs, '-c:v', 'libx264', ...LONG_GOP, '-c:a', 'aac', at('whole.mp4'));
    // An edit list hides the first three seconds. Decoding needs them.
    await ffmpeg('-ss', '3', '-i', at('whole.mp4'), '-c', 'copy', at('cut.mp4'));
    await ffmpeg('-i', at('cut.mp4'), '-c', 'copy', at('made.mp4'));

    const wanted = inputs === PICTURE ? (['video'] as const) : (['video', 'audio'] as const);
    const depth = { kind: 'packets', filter: 'h264_mp4toannexb' } as const;
    const how = { wanted, depth, located: false };
    const { streams } = await new MediaReader(programs).read(at('cut.mp4'), how, signal);
    expect(streams[0]).toMatchObject({ packets: 575, leading: 0, start: 0 });

    const probe = await new Prober(programs).probe(at('cut.mp4'), signal);
    const { contents } = await readMadeIndex(at('made.mp4'));
    const expected = { video: 'yes', audio: 'unknown', pageDuration: 20 } as const;
    const sources = probe === null ? [] : [correctProbe(probe, streams)];
    expect(contents && describeShortfall(contents, { ...expected, sources })).toBeNull();
    expect(sources[0]?.durationSeconds).toBeCloseTo(20, 1);
  } finally {
    await rm(folder, { recursive: true });
  }
});
