import { readFile } from 'node:fs/promises';
import { offersOf } from '../extract/formats/offers.js';
import type { MergePlan } from '../extract/merge-plan.js';
import type { OffersService } from '../extract/offers.service.js';
import { picture, sound, sourceInfo } from '../extract/testing/recorded-page.js';
import type { DomainError } from '../infra/http/domain-error.js';
import { waitUntil } from '../infra/testing/wait-until.js';
import { ProgressMeter } from '../merge/progress-meter.js';
import { Fetching, Gate, type Origin, startOrigin } from './testing/fetching.js';
import { SourceFetcher } from './source-fetcher.js';

describe('SourceFetcher', () => {
  let origin: Origin;
  let fetching: Fetching;

  beforeAll(async () => {
    origin = await startOrigin();
  });
  afterAll(() => origin.close());
  beforeEach(async () => {
    origin.forget();
    fetching = await Fetching.start();
  });
  afterEach(() => fetching.end());

  function planOf(video: string, audio: string, base = origin.url): MergePlan {
    const [offer] = offersOf(
      sourceInfo([
        picture({ id: 'v', url: `${base}${video}` }),
        sound({ id: 'a', url: `${base}${audio}` }),
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
    { most = 1e9, longest = 1e9, renewed = plan } = {},
  ): Promise<{ meter: ProgressMeter; renewals: number; end: string | string[] }> {
    let renewals = 0;
    const renew = (): Promise<MergePlan> => ((renewals += 1), Promise.resolve(renewed));
    const offers = { renew } as unknown as OffersService;
    const limits = { MAX_FILE_BYTES: most, MAX_DURATION_SECONDS: longest };
    const fetcher = new SourceFetcher(limits, fetching.context().egress, offers);
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
      // Whole only after more than three minutes.
      '/slow/audio.m4a?rate=1000',
      'NOT_MEDIA',
    ],
  ])('ends both when %s', async (_, video, audio, code) => {
    const gate = await Gate.open(origin.url);
    const { end, meter } = await run(planOf(video, audio, gate.url));
    const before = meter.arrived;
    expect(end).toBe(code);
    await gate.idle();
    expect(meter.arrived).toBe(before);
    await gate.close();
  });

  it.each([
    ['sizes that are told', '/media/video-720.mp4', '/media/audio.m4a'],
    ['no size told', '/truncated/video-720.mp4?chunked', '/truncated/audio.m4a?chunked'],
  ])('refuses more than may be, over both streams, with %s', async (_, video, audio) => {
    const whole = (await run(planOf(video, audio))).meter.arrived;
    expect((await run(planOf(video, audio), { most: whole - 1 })).end).toBe('FILE_TOO_LARGE');
    expect((await run(planOf(video, audio), { most: whole })).end).toHaveLength(2);
  });

  it('refuses what lasts too long before any of it is fetched', async () => {
    const plan = planOf('/hls/muxed.m3u8', '/media/audio.m4a');
    const long = { ...plan, main: { ...plan.main, protocol: 'hls' as const }, sound: null };
    expect((await run(long, { longest: origin.seconds - 1 })).end).toBe('MEDIA_TOO_LONG');
    expect(origin.requests.map(({ path }) => path)).toEqual(['/hls/muxed.m3u8']);
    expect((await run(long, { longest: origin.seconds })).end).toHaveLength(1);
  });

  it('ends with the reason of the signal', async () => {
    const running = run(planOf('/slow/video-1080.mp4?rate=100000', '/media/audio.m4a'));
    await waitUntil(() => origin.requests.some(({ bytesSent }) => bytesSent > 0), 'some bytes');
    fetching.abort.abort(Object.assign(new Error('shutdown'), { code: 'STOPPED' }));
    expect((await running).end).toBe('STOPPED');
  });
});
