import { type Format, relayPath } from '@dipper/contract';
import { TestClient } from '../harness/client.js';
import { searchEvents, typesOf } from '../harness/search-events.js';
import { TestServer } from '../harness/server.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

let origin: Origin;
let server: TestServer;

beforeAll(async () => {
  [origin, server] = await Promise.all([startOrigin(), TestServer.shared()]);
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close()]);
});

describe('a search with a streamed response', () => {
  /** A link to a manifest that omits the sizes of its files. */
  const untold = (): string => `${origin.url}/dash/slow.mpd?rate=1000000000`;

  it('sends the platform, the formats, the facts and the sizes in turn, and replies to the next search with the complete result', async () => {
    const events = await searchEvents(server, untold(), '198.51.100.1');
    expect(typesOf(events)).toEqual(['hint', 'reading', 'result', 'facts', 'sizes']);
    const [, , result, facts, sizes] = events;
    // Leave out conversions, which come last and have estimated sizes.
    const originals = (all: readonly Format[]): Format[] =>
      all.filter(({ kind }) => kind !== 'audio');
    const formats = result?.type === 'result' ? originals(result.info.formats) : [];
    const duration = facts?.type === 'facts' ? facts.duration : null;
    expect(Math.round(duration ?? 0)).toBe(origin.seconds);
    // The header of the file that stated the duration also stated the size.
    const found = [
      ...(facts?.type === 'facts' ? facts.formats : []),
      ...(sizes?.type === 'sizes' ? sizes.sizes : []),
    ].sort((one, other) => one.at - other.at);
    expect(formats.every(({ filesize }) => filesize === null)).toBe(true);
    expect(found.map(({ at }) => at)).toEqual(formats.map((_, at) => at));
    const again = await searchEvents(server, untold(), '198.51.100.2');
    expect(typesOf(again)).toEqual(['result']);
    // The plain JSON reply also has the sizes.
    const info = await new TestClient(server).search(untold());
    expect(originals(info.formats).map(({ filesize }) => filesize)).toEqual(
      found.map(({ filesize }) => filesize),
    );
  });

  it('sends the quality, the size and the duration of a single file after the result', async () => {
    const link = `${origin.url}/media/muxed.mp4`;
    const events = await searchEvents(server, link, '198.51.100.3');
    const [result, facts] = events.slice(-2);
    expect(typesOf(events).slice(-2)).toEqual(['result', 'facts']);
    const before = result?.type === 'result' ? result.info : null;
    expect(before).toMatchObject({ duration: null });
    expect(before?.formats[0]).toMatchObject({ label: 'Video MP4', quality: null });
    const found = facts?.type === 'facts' ? facts : null;
    expect(Math.round(found?.duration ?? 0)).toBe(origin.seconds);
    expect(found?.formats).toEqual([
      {
        ...{ at: 0, resolution: '360p', quality: '360p', label: '360p MP4' },
        ...{ filename: expect.stringContaining('360p') as string },
        ...{ filesize: expect.any(Number) as number, filesize_approx: false },
      },
    ]);
    // The next visitor gets everything in one event, and a saved file has the same name.
    const client = new TestClient(server);
    const again = await client.search(link);
    expect(again).toMatchObject({ duration: found?.duration });
    expect(again.formats[0]).toMatchObject({
      label: '360p MP4',
      filesize: found?.formats[0]?.filesize,
    });
    const saved = await client.fetch(`${relayPath(again.formats[0]?.url ?? '')}&download=1`);
    expect(saved.headers.get('content-disposition')).toContain('360p');
    await saved.body?.cancel();
  });
});
