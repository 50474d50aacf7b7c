import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sound } from '../../extract/testing/recorded-page.js';
import { parseEnv } from '../../infra/env/env.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { ffmpeg } from '../../source/inspection/testing/segmented-media.js';
import type { FetchedSpan } from '../maker.port.js';
import { Prober } from '../probe.js';
import type { Clip } from '../recipe.js';
import { ClipProgram } from './clip-program.js';
import { type ClipStreams, ClipStreamsReader } from './clip-streams.js';

/** Duration of the file, in seconds. */
const SECONDS = 98.2;

describe('ClipStreamsReader for a clip of audio', () => {
  let folder: string;
  let path: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-streams-'));
    path = join(folder, 'audio.m4a');
    const silence = ['-f', 'lavfi', '-i', `anullsrc=sample_rate=8000:d=${SECONDS}`];
    await ffmpeg(...silence, '-c:a', 'aac', path);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const read = (endMs: number, excerpt: Partial<FetchedSpan>): Promise<ClipStreams> => {
    const programs = new ProgramsService(parseEnv({ DATA_DIR: folder }));
    const reader = new ClipStreamsReader(new ClipProgram(programs), new Prober(programs));
    const recipe: Clip = {
      kind: 'clip',
      pageUrl: 'https://site.example/listen/1',
      title: 'Two words (10s-1m40s)',
      fileName: 'f.m4a',
      container: 'm4a',
      durationSeconds: 100,
      as: 'audio',
      startMs: 10_000,
      endMs,
      main: sound(),
      sound: null,
    };
    const source = { path, bytes: 1e6, isWhole: false, canSeek: true };
    const span = { ...source, startSeconds: 0, sourceSeconds: 100, ...excerpt };
    return reader.read(recipe, [span], new AbortController().signal);
  };

  it.each([99_500, 100_000])(
    'refuses an excerpt that ends more than a second before %i ms',
    async (endMs) => {
      await expect(read(endMs, {})).rejects.toMatchObject({ code: 'SOURCE_INCOMPLETE' });
    },
  );

  it.each<[what: string, endMs: number, excerpt: Partial<FetchedSpan>, seconds: number]>([
    ['an excerpt up to the end of the clip', 98_000, {}, 88],
    ['an excerpt up to the end of the item', 100_000, { sourceSeconds: SECONDS }, 88.2],
    [
      'all of a source that ends before the clip',
      100_000,
      { isWhole: true, startSeconds: null, sourceSeconds: null },
      88.2,
    ],
  ])('uses %s', async (_, endMs, excerpt, seconds) => {
    expect((await read(endMs, excerpt)).seconds).toBeCloseTo(seconds, 0);
  });
});
