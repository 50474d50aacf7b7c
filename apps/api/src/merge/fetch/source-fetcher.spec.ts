import { readdir, readFile } from 'node:fs/promises';
import { offersOf } from '../../extract/formats/offers.js';
import type { MergePlan } from '../../extract/merge-plan.js';
import type { OffersService } from '../../extract/offers.service.js';
import { picture, sound, sourceInfo } from '../../extract/recorded-page.contract.js';
import type { DomainError } from '../../infra/http/domain-error.js';
import { ProgressMeter } from '../progress-meter.js';
import { Fetching, type Origin, startOrigin } from './fetching.contract.js';
import { SourceFetcher } from './source-fetcher.js';

describe('SourceFetcher', () => {
  let origin: Origin;
  let fetching: Fetching;

  beforeAll(async () => {
    origin = await startOrigin();
  }, 120_000);
  afterAll(() => origin.close());
  beforeEach(async () => {
    origin.forget();
    fetching = await Fetching.start();
  });
  afterEach(() => fetching.end());

  function planOf(video: string, audio: string): MergePlan {
    const [offer] = offersOf(
      sourceInfo([
        picture({ id: 'v', url: `${origin.url}${video}` }),
        sound({ id: 'a', url: `${origin.url}${audio}` }),
      ]),
    );
    if (offer === undefined) {
      throw new Error('no offer');
    }
    const { main, sound: joined, container } = offer;
    return {
      pageUrl: 'https://site.example/',
      title: 't',
      fileName: 'f.mp4',
      container,
      durationSeconds: null,
      isAudio: false,
      main,
      sound: joined,
    };
  }

  async function run(
    plan: MergePlan,
    { most = 1e9, renewed = plan }: { most?: number; renewed?: MergePlan } = {},
  ): Promise<{ meter: ProgressMeter; renewals: number; end: string | string[] }> {
    let renewals = 0;
    const renew = (): Promise<MergePlan> => ((renewals += 1), Promise.resolve(renewed));
    const offers = { renew } as unknown as OffersService;
    const fetcher = new SourceFetcher({ MAX_FILE_BYTES: most }, fetching.context().egress, offers);
    const meter = new ProgressMeter([null, null]);
    const end = await fetcher
      .fetch(plan, fetching.folder, { meter, signal: fetching.abort.signal })
      .catch((error: DomainError) => error.code);
    return { meter, renewals, end };
  }

  it('fetches both streams, and counts both', async () => {
    const { meter, end } = await run(planOf('/media/video-720.mp4', '/media/audio.m4a'));
    const sizes = await Promise.all(
      (end as string[]).map(async (path) => (await readFile(path)).length),
    );
    expect(meter.arrived).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(meter.read(0)).toMatchObject({ progress: 90 });
  });

  it('reads the page again once when both URLs end', async () => {
    const plan = planOf('/refuse/video-720.mp4', '/refuse/audio.m4a');
    const { renewals, end } = await run(plan, {
      renewed: planOf('/media/video-720.mp4', '/media/audio.m4a'),
    });
    expect([renewals, end.length]).toEqual([1, 2]);
  });

  it.each([
    ['one stream fails', '/media/video-1080.mp4', '/empty/audio.m4a', 'SOURCE_INCOMPLETE'],
    [
      'the other one fails',
      '/html-as-video/video-720.mp4',
      '/slow/audio.m4a?rate=10000',
      'NOT_MEDIA',
    ],
  ])('ends both when %s', async (_, video, audio, code) => {
    const started = performance.now();
    expect((await run(planOf(video, audio))).end).toBe(code);
    expect(performance.now() - started).toBeLessThan(5000);
    const files = await readdir(fetching.folder);
    const before = await Promise.all(
      files.map(async (name) => (await readFile(`${fetching.folder}/${name}`)).length),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    const after = await Promise.all(
      files.map(async (name) => (await readFile(`${fetching.folder}/${name}`)).length),
    );
    expect(after).toEqual(before);
  });

  it.each([
    ['sizes that are told', '/media/video-720.mp4', '/media/audio.m4a'],
    ['no size told', '/truncated/video-720.mp4?chunked', '/truncated/audio.m4a?chunked'],
  ])('refuses more than may be, over both streams, with %s', async (_, video, audio) => {
    const whole = (await run(planOf(video, audio))).meter.arrived;
    expect((await run(planOf(video, audio), { most: whole - 1 })).end).toBe('FILE_TOO_LARGE');
    expect((await run(planOf(video, audio), { most: whole })).end).toHaveLength(2);
  });

  it('ends with the reason of the signal', async () => {
    const running = run(planOf('/slow/video-1080.mp4?rate=100000', '/media/audio.m4a'));
    setTimeout(
      () => fetching.abort.abort(Object.assign(new Error('shutdown'), { code: 'STOPPED' })),
      200,
    );
    expect((await running).end).toBe('STOPPED');
  });
});
