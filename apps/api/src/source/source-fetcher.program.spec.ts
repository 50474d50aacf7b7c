import { detectPlatform } from '@dipper/media';
import { readFile } from 'node:fs/promises';
import type { DomainError } from '../infra/errors/domain-error.js';
import { waitUntil } from '../infra/testing/wait-until.js';
import { Fetching, Gate, type Origin, startOrigin } from './testing/fetching.js';
import { type FetchedStream, SourceFetcher } from './source-fetcher.js';
import type { SourceStream } from './client/source-stream.js';

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

  const streamsOf = (...urls: string[]): SourceStream[] =>
    urls.map((path) => ({
      url: new URL(path, origin.url).href,
      headers: {},
      protocol: 'file',
      segments: null,
    }));

  async function run(
    streams: SourceStream[],
    { most = 1e9, longest = 1e9, renewed = streams } = {},
  ): Promise<{ arrived: number; renewals: number; end: string | FetchedStream[] }> {
    let [renewals, arrived] = [0, 0];
    const limits = { MAX_FILE_BYTES: most, MAX_DURATION_SECONDS: longest };
    const fetcher = new SourceFetcher(limits, fetching.client, fetching.budget);
    await fetcher.discard(fetching.folder);
    const end = await fetcher
      .fetch({
        streams,
        site: 'other',
        folder: fetching.folder,
        signal: fetching.abort.signal,
        durationSeconds: null,
        renew: () => ((renewals += 1), Promise.resolve(renewed)),
        onBytes: (_, count) => void (arrived += count),
        onKept: () => undefined,
        onTotal: () => undefined,
      })
      .catch((error: DomainError) => error.code);
    return { arrived, renewals, end };
  }

  it('fetches both streams and counts their bytes', async () => {
    const { arrived, end } = await run(streamsOf('/media/video-720.mp4', '/media/audio.m4a'));
    const files = end as FetchedStream[];
    const sizes = await Promise.all(files.map(async ({ path }) => (await readFile(path)).length));
    expect(files.map(({ bytes }) => bytes)).toEqual(sizes);
    expect(arrived).toBe((sizes[0] ?? 0) + (sizes[1] ?? 0));
  });

  it("opens as many connections as the platform's table entry allows", async () => {
    const referer = 'https://vimeo.com/1';
    const vimeo = detectPlatform(referer);
    if (vimeo === null) {
      throw new Error('no platform');
    }
    const row = jest.replaceProperty(vimeo, 'connections', { first: 1, max: 1 });
    const [stream] = streamsOf('/media/video-720.mp4');
    const parts = async (headers: Record<string, string>): Promise<number> => {
      origin.forget();
      await run(stream === undefined ? [] : [{ ...stream, headers }]);
      return origin.requests.length;
    };
    // A single lane doesn't split parts below 8 MiB.
    expect(await parts({ referer })).toBe(2 + 1);
    row.restore();
    expect(await parts({ referer })).toBeGreaterThan(3);
  });

  it('reads the page again once when both URLs expire', async () => {
    const dead = streamsOf('/refuse/video-720.mp4', '/refuse/audio.m4a');
    const { renewals, end } = await run(dead, {
      renewed: streamsOf('/media/video-720.mp4', '/media/audio.m4a'),
    });
    expect([renewals, end.length]).toEqual([1, 2]);
  });

  it.each([
    ['one stream fails', '/media/video-1080.mp4', '/empty/audio.m4a', 'SOURCE_INCOMPLETE'],
    [
      'the other one fails',
      '/html-as-video/video-720.mp4',
      // This response would take more than three minutes.
      '/slow/audio.m4a?rate=1000',
      'NOT_MEDIA',
    ],
  ])('stops both when %s', async (_, video, audio, code) => {
    const gate = await Gate.open(origin.url);
    const { end } = await run(streamsOf(`${gate.url}${video}`, `${gate.url}${audio}`));
    expect(end).toBe(code);
    await gate.idle();
    await gate.close();
  });

  it.each([
    ['known sizes', '/media/video-720.mp4', '/media/audio.m4a'],
    ['unknown sizes', '/truncated/video-720.mp4?chunked', '/truncated/audio.m4a?chunked'],
  ])('refuses streams that exceed the limit together, with %s', async (_, video, audio) => {
    const streams = streamsOf(video, audio);
    const whole = (await run(streams)).arrived;
    expect((await run(streams, { most: whole - 1 })).end).toBe('FILE_TOO_LARGE');
    expect((await run(streams, { most: whole })).end).toHaveLength(2);
  });

  it('refuses media that are too long before fetching any of them', async () => {
    const long = streamsOf('/hls/muxed.m3u8').map((one) => ({ ...one, protocol: 'hls' as const }));
    expect((await run(long, { longest: origin.seconds - 1 })).end).toBe('MEDIA_TOO_LONG');
    expect(origin.requests.map(({ path }) => path)).toEqual(['/hls/muxed.m3u8']);
    expect((await run(long, { longest: origin.seconds })).end).toHaveLength(1);
  });

  it("ends with the signal's reason", async () => {
    const running = run(streamsOf('/slow/video-1080.mp4?rate=100000', '/media/audio.m4a'));
    await waitUntil(() => origin.requests.some(({ bytesSent }) => bytesSent > 0), 'some bytes');
    fetching.abort.abort(Object.assign(new Error('shutdown'), { code: 'STOPPED' }));
    expect((await running).end).toBe('STOPPED');
  });
});
