import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { picture } from '../../extract/testing/recorded-page.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { Span } from '../../source/client/source-damaged.js';
import type { ArrivingFiles } from '../arriving/arriving-files.js';
import type { Muxer } from '../ffmpeg.js';
import type { SourceChecker } from '../gate/source-check.js';
import type { Made, MakeContext } from '../maker.port.js';
import type { Probe, ProbedStream } from '../probe-schema.js';
import type { Prober } from '../probe.js';
import type { Join } from '../recipe.js';
import type { CaptionReader } from '../join/captions/caption-reader.js';
import { JoinMaker } from '../join/join.maker.js';
import { CheckedFiles } from './checked-files.js';
import { FileAttempts } from './file-attempt.js';

const SPAN: Span = { from: 4, to: 6 };
const recipe: Join = {
  kind: 'join',
  pageUrl: 'https://site.example/watch/1',
  title: 'A title',
  fileName: 'f.mp4',
  container: 'mp4',
  durationSeconds: 10,
  isAudio: false,
  main: picture({ audio: 'unknown' }),
  sound: null,
};
const VIDEO: ProbedStream = {
  type: 'video',
  ...{ codec: 'h264', durationSeconds: 10, frames: 250 },
  ...{ pixels: 0, packetRate: 25, isReordered: false, isEven: true },
};
const GOOD: Probe = {
  streams: [VIDEO],
  durationSeconds: 10,
  guessed: false,
  isCounted: false,
  startSeconds: 0,
};

interface Fetched {
  readonly bytes: string;
  /** Spans of damaged segments. */
  readonly damage?: readonly Span[];
  readonly problems?: readonly string[];
  readonly fails?: DomainError;
  /** What the joined file contains; null when the file is not media. */
  readonly result?: Probe | null;
}

describe('CheckedFiles when a file fails its check', () => {
  let folder: string;
  let counted: number;
  let fetches: { anew: boolean }[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-twice-'));
    counted = 0;
    fetches = [];
  });
  afterEach(() => rm(folder, { recursive: true }));

  const make = (brings: readonly Fetched[], acceptsDamage = false): Promise<Made> => {
    const current = (): Fetched => brings[fetches.length - 1] ?? { bytes: 'none was expected' };
    const source = join(folder, 'source-0');
    const context: MakeContext = {
      ...{ folder, acceptsDamage, signal: new AbortController().signal },
      progress: { writing: () => undefined, merging: () => undefined, checking: () => undefined },
      reserve: () => Promise.resolve(),
      read: () => Promise.resolve(null),
      readPieces: () => Promise.resolve(null),
      readAgain: () => Promise.reject(new Error('nothing is stale')),
      fetchSpan: () => Promise.reject(new Error('joined whole')),
      count: (bytes) => {
        counted += bytes;
      },
      fetch: async (_formats, _page, anew = false) => {
        fetches.push({ anew });
        const { bytes, damage = [] } = current();
        await writeFile(source, bytes);
        counted += bytes.length;
        return [{ path: source, bytes: bytes.length, damage }];
      },
    };
    const muxer: Pick<Muxer, 'mux'> = {
      mux: async ({ output }) => {
        const { fails } = current();
        if (fails !== undefined) {
          throw fails;
        }
        await writeFile(output, 'joined');
      },
    };
    const prober: Pick<Prober, 'probe'> = { probe: () => Promise.resolve(GOOD) };
    const checker: Pick<SourceChecker, 'check' | 'readMade'> = {
      check: () => {
        const { problems = [] } = current();
        return Promise.resolve({
          streams: [],
          problems,
          damage: problems.length > 0 ? [SPAN] : [],
        });
      },
      readMade: () => {
        const { result = GOOD } = current();
        return Promise.resolve({ contents: result, fault: null });
      },
    };
    const attempts = new FileAttempts(
      { MAX_DURATION_SECONDS: 3600 },
      muxer as Muxer,
      prober as Prober,
      checker as SourceChecker,
      { begin: () => null } as unknown as ArrivingFiles,
    );
    return new JoinMaker(new CheckedFiles(attempts), {} as CaptionReader).make(recipe, context);
  };
  const bad = (bytes: string): Fetched => ({ bytes, problems: ['Invalid NAL unit size'] });

  it('accepts a good file without another attempt', async () => {
    expect(await make([{ bytes: 'good' }])).toMatchObject({ ext: 'mp4', damage: [] });
    expect(fetches).toEqual([{ anew: false }]);
    expect([counted, await readdir(folder)]).toEqual([6, ['made']]);
  });

  it('fetches everything once more, and accepts a good result', async () => {
    expect(await make([bad('bad'), { bytes: 'good' }])).toMatchObject({ damage: [] });
    expect(fetches).toEqual([{ anew: false }, { anew: true }]);
    expect([counted, await readdir(folder)]).toEqual([6, ['made']]);
  });

  it('reports the damage of a source that returns the same bytes again', async () => {
    const made = make([bad('same'), bad('same')]);
    await expect(made).rejects.toMatchObject({ code: 'SOURCE_DAMAGED', damage: [SPAN] });
    expect(fetches).toHaveLength(2);
  });

  it('does not blame a source whose bytes differ each time', async () => {
    await expect(make([bad('one'), bad('two')])).rejects.toMatchObject({
      code: 'SOURCE_INCOMPLETE',
    });
  });

  it('retries once when the sources cannot be joined', async () => {
    const fails = new DomainError('SOURCE_INCOMPLETE', { cause: 'moov atom not found' });
    expect(await make([{ bytes: 'bad', fails }, { bytes: 'good' }])).toMatchObject({ damage: [] });
    fetches = [];
    const again = [
      { bytes: 'bad', fails },
      { bytes: 'bad', fails },
    ];
    await expect(make(again)).rejects.toBe(fails);
  });

  it('does not retry when fetching again cannot help', async () => {
    const fails = new DomainError('DISK_FULL');
    await expect(make([{ bytes: 'good', fails }])).rejects.toBe(fails);
    expect(fetches).toHaveLength(1);
  });

  it('makes the file anyway when the visitor accepts damage, and reports where the damage is', async () => {
    expect(await make([bad('bad')], true)).toMatchObject({ damage: [SPAN] });
    expect(fetches).toHaveLength(1);
    expect([counted, await readdir(folder)]).toEqual([6, ['made']]);
  });

  it('reports damaged segments even if the joined file shows no damage', async () => {
    const damage = [{ from: 100, to: 104 }];
    expect(await make([{ bytes: 'good', damage }], true)).toMatchObject({ damage });
    expect(await make([{ bytes: 'none' }, { ...bad('bad'), damage }], true)).toMatchObject({
      damage: [SPAN, ...damage],
    });
  });

  it('reports the missing end of a file that is shorter than stated on its page', async () => {
    const short = { ...GOOD, durationSeconds: 5, streams: [{ ...VIDEO, durationSeconds: 5 }] };
    expect(await make([{ bytes: 'bad', result: short }], true)).toMatchObject({
      damage: [{ from: 5, to: Infinity }],
    });
  });

  it.each([
    ['is not media', null],
    ['lacks the video', { ...GOOD, streams: [{ ...VIDEO, type: 'audio' as const }] }],
  ])('never delivers a file that %s, even when the visitor accepts damage', async (_, result) => {
    const brings = [1, 2].map(() => ({ bytes: 'bad', result }));
    await expect(make(brings, true)).rejects.toMatchObject({ code: 'SOURCE_INCOMPLETE' });
    expect(await readdir(folder)).toEqual(['source-0']);
  });
});
