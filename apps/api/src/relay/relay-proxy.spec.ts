import { Logger } from '@nestjs/common';
import { RecordingProxy } from '../infra/egress/testing/recording-proxy.js';
import { bytesOf, MAX, media, RelayWorld, serve } from './testing/relay-world.js';

const TIKTOK = 'https://www.tiktok.com/@name/video/1';

describe('RelayService behind an outbound proxy', () => {
  let proxy: RecordingProxy;
  let world: RelayWorld;

  beforeEach(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    proxy = new RecordingProxy();
    await proxy.open();
    world = new RelayWorld(MAX, proxy);
    await world.open();
    world.reset();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await world.close();
    await proxy.close();
  });

  it.each([
    ['GET', '/video', ''],
    ['HEAD', '/video', ''],
    ['GET', '/image', '&image=1'],
  ])('uses the proxy of the page’s site: %s %s', async (method, path, more) => {
    world.pageUrl = TIKTOK;
    await bytesOf(await world.ask(path, { method }, more));
    expect([proxy.asked.length, world.seen.length]).toEqual([1, 1]);
  });

  it('connects directly for other pages, whatever the media URL and the referer are', async () => {
    world.referer = TIKTOK;
    expect(media.equals(await bytesOf(await world.ask('/video')))).toBe(true);
    expect([proxy.asked, world.seen.length]).toEqual([[], 1]);
  });

  it('resumes through the same proxy', async () => {
    world.pageUrl = TIKTOK;
    world.handler = (request, response) => serve(request, response, { cutAfter: 900_000 });
    expect(media.equals(await bytesOf(await world.ask('/video')))).toBe(true);
    expect(world.seen.length).toBeGreaterThan(1);
    expect(proxy.asked).toHaveLength(world.seen.length);
  });

  it('reports a failing proxy as a failure of the source', async () => {
    world.pageUrl = TIKTOK;
    proxy.conduct = () => 407;
    const reply = await world.ask('/other-video');
    expect([reply.status, await reply.text()]).toEqual([502, 'SOURCE_FAILED']);
    expect(world.seen).toEqual([]);
  });
});
