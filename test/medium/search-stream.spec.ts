import type { Format } from '@dipper/contract';
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
  /** The link of a manifest that omits the sizes of its files. */
  const untold = (): string => `${origin.url}/dash/slow.mpd?rate=1000000000`;

  it('sends the platform, the formats and the sizes in turn, and the next search at once', async () => {
    const events = await searchEvents(server, untold(), '198.51.100.1');
    expect(typesOf(events)).toEqual(['hint', 'reading', 'result', 'sizes']);
    const [, , result, sizes] = events;
    // Leaves out conversions, which come last and have estimated sizes.
    const originals = (all: readonly Format[]): Format[] =>
      all.filter(({ kind }) => kind !== 'audio');
    const formats = result?.type === 'result' ? originals(result.info.formats) : [];
    const found = sizes?.type === 'sizes' ? sizes.sizes : [];
    expect(formats.every(({ filesize }) => filesize === null)).toBe(true);
    expect(found.map(({ at }) => at)).toEqual(formats.map((_, at) => at));
    const again = await searchEvents(server, untold(), '198.51.100.2');
    expect(typesOf(again)).toEqual(['result']);
    // The plain JSON reply has the sizes, too.
    const info = await new TestClient(server).search(untold());
    expect(originals(info.formats).map(({ filesize }) => filesize)).toEqual(
      found.map(({ filesize }) => filesize),
    );
  });
});
