import {
  API,
  type ListInfo,
  listInfoSchema,
  pagePreviewSchema,
  SEARCH_STREAM_TYPE,
  searchEventSchema,
} from '@dipper/contract';
import { TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

let origin: Origin;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  [origin, server] = await Promise.all([startOrigin(), TestServer.shared()]);
  client = new TestClient(server);
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close()]);
});

const asJson = (body: unknown, accept = 'application/json'): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept },
  body: JSON.stringify(body),
});

async function listAt(path: string): Promise<ListInfo> {
  const response = await client.fetch(API.search, asJson({ tweet_url: origin.url + path }));
  return listInfoSchema.parse(await response.json());
}

describe('several items in one link', () => {
  it('form a list whose entries are items that refer to their list', async () => {
    const list = await listAt('/watch/three');
    expect(list).toMatchObject({ title: 'Three clips', total: 3 });
    expect(list.webpage_url).toBe(`${origin.url}/watch/three`);
    const items = await Promise.all(list.entries.map(({ url }) => client.search(url)));
    expect(items.map(({ title }) => title)).toEqual([
      'Three clips',
      'Three clips (2)',
      'Three clips (3)',
    ]);
    expect(items.map(({ webpage_url: url }) => url)).toEqual(list.entries.map(({ url }) => url));
    expect(items.map(({ list: itsList }) => itsList?.url)).toEqual(
      items.map(() => `${origin.url}/watch/three`),
    );
    expect(items.map(({ formats }) => formats.some((one) => !one.is_audio_only))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('are streamed line by line to a page, and described without formats in a preview', async () => {
    const link = `${origin.url}/feed.xml`;
    const lines = await client.fetch(API.search, asJson({ tweet_url: link }, SEARCH_STREAM_TYPE));
    const events = (await lines.text())
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => searchEventSchema.parse(JSON.parse(line)));
    const last = events.at(-1);
    const entries = last?.type === 'list' ? last.list.entries : [];
    expect(entries).toMatchObject([
      { title: 'Episode two', duration: 12, kind: 'media' },
      { title: 'Episode one', duration: null },
    ]);
    const preview = await client.fetch(`${API.preview}?url=${encodeURIComponent(link)}`);
    expect(pagePreviewSchema.parse(await preview.json())).toMatchObject({
      title: 'The show of the test origin',
      duration: null,
    });
    const { title, formats } = await client.search(entries[1]?.url ?? '');
    expect([title, formats[0]?.ext]).toEqual(['Episode one', 'm4a']);
  });

  it('are found again by their position after their links have expired', async () => {
    const list = await listAt('/watch/three?bytes=300000&name=again');
    const item = await client.search(list.entries[1]?.url ?? '');
    const pick = item.formats.find(({ kind }) => kind === 'merge');
    const before = origin.requests.length;
    await expect(client.merge(pick?.task_id ?? '')).resolves.toMatchObject({ status: 'complete' });
    const asked = origin.requests.slice(before).map(({ path }) => path.split('?', 1)[0]);
    expect(asked).toContain('/watch/three');
  });
});

describe('links pasted together', () => {
  const pasted = (links: readonly string[]): Promise<Response> =>
    client.fetch(API.lists, asJson({ links }));

  it('form a list without duplicates, including links that cannot be read', async () => {
    const watch = `${origin.url}/watch/muxed`;
    const refused = 'http://10.0.0.1/video';
    const links = [watch, `Look: ${watch}?utm_source=x`, refused, 'no link at all'];
    const list = listInfoSchema.parse(await (await pasted(links)).json());
    expect(list).toMatchObject({ title: '', webpage_url: null, total: 3 });
    expect(list.entries.map(({ url }) => url)).toEqual([watch, refused, 'no link at all']);
    await expect(client.search(list.entries[0]?.url ?? '')).resolves.toMatchObject({
      title: 'Muxed clip',
    });
    await expect(client.searchRefusal(refused)).resolves.toMatchObject({
      code: 'ADDRESS_NOT_ALLOWED',
    });
    // The server reads links only when they are chosen, so the same links make a new list.
    const again = listInfoSchema.parse(await (await pasted(links)).json());
    expect(again.task_id).not.toBe(list.task_id);
  });

  it.each<[string, unknown, number, string]>([
    ['are empty', [], 400, 'INVALID_REQUEST'],
    [
      'are too many',
      Array.from({ length: 51 }, (_, at) => `https://a.example/${at}`),
      400,
      'INVALID_REQUEST',
    ],
    ['contain nothing that can be read', ['x', 'http://10.0.0.1/'], 400, 'URL_INVALID'],
  ])('are refused if they %s', async (_, links, status, code) => {
    const response = await pasted(links as string[]);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });
});
