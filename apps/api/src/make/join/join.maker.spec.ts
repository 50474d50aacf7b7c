import { picture, sound } from '../../extract/testing/recorded-page.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { FileAttempts } from '../checked/file-attempt.js';
import { CheckedFiles } from '../checked/checked-files.js';
import { IndexDoesNotFit } from '../ffmpeg.js';
import type { FilePlan, Output, Streams } from '../file-plan.js';
import type { Made } from '../maker.port.js';
import type { Join } from '../recipe.js';
import type { CaptionReader } from './captions/caption-reader.js';
import { JoinMaker } from './join.maker.js';
import { joinRecipe } from '../testing/join-recipe.js';
import { makeContext } from '../testing/make-context.js';

const recipe: Join = joinRecipe({ sound: sound() });
const maker = new JoinMaker({} as CheckedFiles, {} as CaptionReader);

describe('JoinMaker.shareKey', () => {
  const key = maker.shareKey(recipe);

  it.each([
    ['new URLs', { main: picture({ url: 'https://cdn.example/new' }) }],
    ['another name for the file', { fileName: 'g.mp4', title: 'Another' }],
  ])('is the same with %s', (_, changes) => {
    expect(maker.shareKey({ ...recipe, ...changes })).toBe(key);
  });

  it.each([
    ['another page', { pageUrl: 'https://site.example/watch/2' }],
    ['another video stream', { main: picture({ id: 'v2' }) }],
    ['another audio stream', { sound: sound({ id: 'a2' }) }],
    ['no audio', { sound: null }],
    ['another container', { container: 'mkv' }],
    ['subtitles', { captions: { language: 'de', name: null, machine: false, files: [] } }],
    [
      'fields that only look alike when concatenated',
      { main: picture({ id: 'v","a' }), sound: null },
    ],
  ])('differs with %s', (_, changes) => {
    expect(maker.shareKey({ ...recipe, ...changes })).not.toBe(key);
  });
});

/** A source that is large enough to reserve room for its index. */
const streams: Streams = {
  sources: [{ path: 'v.mp4', bytes: 1e9 }],
  probes: [
    {
      ...{ durationSeconds: 60, startSeconds: 0, guessed: false, isCounted: false },
      streams: [
        {
          ...{ type: 'video', codec: 'h264', durationSeconds: 60, frames: 1800 },
          ...{ pixels: 0, packetRate: 30, isReordered: false, isEven: true },
        },
      ],
    },
  ],
};

/** Only writes the file, with this muxer. */
class WritingFiles extends CheckedFiles {
  constructor(private readonly mux: Output['mux']) {
    super({} as FileAttempts);
  }

  override async make(plan: FilePlan): Promise<Made> {
    const { signal } = new AbortController();
    await plan.write(streams, { path: 'made', signal, mux: this.mux });
    return { path: 'made', ext: plan.ext, damage: [] };
  }
}

describe('JoinMaker.make', () => {
  const runs: string[] = [];
  const failing = (errors: Error[]) => {
    runs.length = 0;
    const files = new WritingFiles(({ options }) => {
      runs.push(options.includes('-moov_size') ? 'one pass' : 'two passes');
      const error = errors.shift();
      return error === undefined ? Promise.resolve() : Promise.reject(error);
    });
    const context = makeContext({ folder: 'work' });
    return new JoinMaker(files, {} as CaptionReader).make(joinRecipe(), context);
  };

  it('writes the file in two passes if its index does not fit in one', async () => {
    await failing([new IndexDoesNotFit('too small')]);
    expect(runs).toEqual(['one pass', 'two passes']);
  });

  it.each([
    ['after another failure', ['one pass'], [new DomainError('DISK_FULL')]],
    [
      'after a failure in two passes',
      ['one pass', 'two passes'],
      [new IndexDoesNotFit('too small'), new IndexDoesNotFit('again')],
    ],
  ])('does not write it again %s', async (_, expected, errors) => {
    const last = errors.at(-1);
    await expect(failing([...errors])).rejects.toBe(last);
    expect(runs).toEqual(expected);
  });
});
