import {
  API,
  type Format,
  SEARCH_STREAM_TYPE,
  type SearchEvent,
  searchEventSchema,
} from '@dipper/contract';
import { TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

let origin: Origin;
let server: TestServer;

beforeAll(async () => {
  [origin, server] = await Promise.all([
    startOrigin(),
    TestServer.start({ env: { RATE_LIMIT: 'on' } }),
  ]);
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close()]);
});

/** All that a visitor is told of a search. */
async function told(link: string, visitor = 1): Promise<SearchEvent[]> {
  const response = await fetch(server.url + API.search, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: SEARCH_STREAM_TYPE,
      'x-forwarded-for': `198.51.100.${visitor}`,
    },
    body: JSON.stringify({ tweet_url: link }),
  });
  expect(response.headers.get('content-encoding')).toBeNull();
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => searchEventSchema.parse(JSON.parse(line)));
}
const typesOf = (events: readonly SearchEvent[]): string[] => events.map(({ type }) => type);

describe('a search that is told line by line', () => {
  /** Its manifest does not say how large its files are. */
  const untold = (): string => `${origin.url}/dash/slow.mpd?rate=1000000000`;

  it('knows the platform, then the list, then the sizes; the next one all of it at once', async () => {
    const events = await told(untold());
    expect(typesOf(events)).toEqual(['hint', 'reading', 'result', 'sizes']);
    const [, , result, sizes] = events;
    // Conversions come last, and are estimated by their rates.
    const originals = (all: readonly Format[]): Format[] =>
      all.filter(({ kind }) => kind !== 'audio');
    const formats = result?.type === 'result' ? originals(result.info.formats) : [];
    const found = sizes?.type === 'sizes' ? sizes.sizes : [];
    expect(formats.every(({ filesize }) => filesize === null)).toBe(true);
    expect(found.map(({ at }) => at)).toEqual(formats.map((_, at) => at));
    const again = await told(untold(), 2);
    expect(typesOf(again)).toEqual(['result']);
    // Plain JSON, and with it whatever is made of its tasks, has them as well.
    const info = await new TestClient(server).search(untold());
    expect(originals(info.formats).map(({ filesize }) => filesize)).toEqual(
      found.map(({ filesize }) => filesize),
    );
  });

  it('of 40 visitors at once: each has a list, and those in line were told their place', async () => {
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, at) => told(`${origin.url}/dash/plain.mpd?${at}`, 10 + at)),
    );
    expect(new Set(all.map((events) => typesOf(events).at(-1)))).toEqual(new Set(['result']));
    const waited = all.filter((events) => typesOf(events).includes('waiting'));
    expect(waited.length).toBeGreaterThan(0);
    for (const events of waited) {
      const places = events.flatMap((event) => (event.type === 'waiting' ? [event.place] : []));
      // Nobody came after them who would go before them.
      expect(places).toEqual([...places].sort((a, b) => b - a));
      expect(typesOf(events)).toContain('reading');
    }
  });
});
