import { API, previewPath, shortenReplySchema, shortLinkPath } from '@dipper/contract';
import { refusalOf } from '../harness/catalogue.js';
import { pick, TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
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

const asked = (body: string, headers: Record<string, string> = {}): [string, RequestInit] => [
  API.shortenPreview,
  { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } },
];

async function shorten(params: object, headers: Record<string, string> = {}): Promise<string> {
  const reply = await client.fetch(...asked(JSON.stringify({ params }), headers));
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const { short_url } = shortenReplySchema.parse(await reply.json());
  expect(short_url).toMatch(new RegExp(`^${server.url}/p/[0-9A-Za-z]{10}$`));
  return short_url.slice(server.url.length);
}

/** Returns the meta tags that link previews read from a page, by name. */
async function headOf(path: string): Promise<ReadonlyMap<string, string>> {
  const html = await (await client.fetch(path, { redirect: 'follow' })).text();
  const metas = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g);
  return new Map([...metas].map(([, name = '', content = '']) => [name, content]));
}

/** Returns the width and height in the frame header of a baseline JPEG (ITU-T T.81 §B.2.2). */
function sizeOfJpeg(jpeg: Buffer): string[] {
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  return [jpeg.readUInt16BE(frame + 7), jpeg.readUInt16BE(frame + 5)].map(String);
}

/** Returns the params that a visitor shares for a direct format of a page with a thumbnail. */
async function shared(more: object = {}): Promise<Record<string, string>> {
  const info = await client.search(`${origin.url}/watch/muxed`);
  const { url } = pick(info, ({ kind }) => kind === 'direct');
  const { title, webpage_url: source_url } = info;
  return { url, title, source_url, thumbnail_url: info.thumbnail_url ?? '', ...more };
}

describe('a short link', () => {
  it('redirects visitors and crawlers to the preview', async () => {
    const params = { url: 'https://cdn.example/ü.mp4', title: 'Größe & “x”', is_audio: 'true' };
    const path = await shorten(params);
    expect(await shorten({ ...params, is_audio: true, filename: null })).toBe(path);
    for (const [asks, method] of [
      [path, 'GET'],
      [path, 'HEAD'],
      [`${path}/?fbclid=1`, 'GET'],
    ] as const) {
      const { status, headers } = await client.fetch(asks, { method });
      expect([status, headers.get('location')]).toEqual([302, previewPath(params)]);
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('cache-control')).toBe('public, max-age=3600');
    }
  });

  it.each([
    '/p/aaaaaaaaaa',
    '/p/short',
    '/p/%zz',
    '/p/%00aaaaaaaaa',
    '/p/a-b%2Fc',
    '/p/'.concat('x'.repeat(33)),
  ])('leads to an HTML page with status 404 if it does not exist: %s', async (path) => {
    const { status, headers } = await client.fetch(path);
    expect([status, headers.get('x-robots-tag')]).toEqual([404, 'noindex']);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
  });

  it.each([
    ['{"params":{}}', 400, 'INVALID_REQUEST'],
    ['{"params":{"title":""}}', 400, 'INVALID_REQUEST'],
    ['{"params":{"url":"javascript:alert(1)"}}', 400, 'INVALID_REQUEST'],
    ['{"params":{"url":"https://a.example","evil":"x"}}', 400, 'INVALID_REQUEST'],
    ['{"params":', 400, 'INVALID_REQUEST'],
    ['null', 400, 'INVALID_REQUEST'],
    [
      JSON.stringify({ params: { url: `https://a.example/${'x'.repeat(8192)}` } }),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
  ] as const)('is not created for invalid params (%#)', async (body, status, code) => {
    expect(await client.refused(...asked(body))).toEqual({ ...refusalOf(code), status });
  });

  it('leaves no trace of its target in the log or of its visitors in the database', async () => {
    const path = await shorten({ url: 'https://cdn.example/secret-token.mp4' });
    await client.fetch(path, { headers: { 'user-agent': 'telltale' } });
    expect(server.log).not.toMatch(/secret-token|telltale/);
    const rows = await rowsOf(server, `SELECT * FROM short_link WHERE id = '${path.slice(3)}'`);
    expect(rows.map((row) => Object.keys(row as object))).toEqual([
      ['id', 'params_hash', 'params', 'picture_page', 'used_on'],
    ]);
  });
});

describe('the image that other sites show for a shared preview', () => {
  it('is our own image for a forged title or a thumbnail that no search returned', async () => {
    const params = await shared({ title: 'Shared' });
    const path = await shorten(params);
    const own = `${server.url}/og/home.png`;
    const forged = await headOf(previewPath({ ...params, title: 'Forged' }));
    expect([forged.get('og:title'), forged.get('og:image')]).toEqual(['Forged', own]);
    expect(forged.get('og:type')).toBe('video.other');

    const strange = await shorten({ ...params, thumbnail_url: `${origin.url}/image.png?strange` });
    expect((await headOf(strange)).get('og:image')).toBe(own);
    for (const [link, status] of [
      [`${strange}/image`, 302],
      [`${shortLinkPath('aaaaaaaaaa')}/image`, 302],
      [`${path}/image`, 200],
    ] as const) {
      const { status: answered, headers } = await client.fetch(link);
      expect([link, answered]).toEqual([link, status]);
      expect(headers.get('location')).toBe(status === 302 ? '/og/home.png' : null);
    }
  });

  it.each(['/svg', '/image/huge.png?bytes=6000000', '/status/404'])(
    'is our own image if the thumbnail has become %s',
    async (path) => {
      const link = await shorten(await shared({ title: path }));
      await rowsOf(
        server,
        `UPDATE short_link SET params = jsonb_set(params, '{thumbnail_url}', '"${origin.url}${path}"')
         WHERE id = '${link.slice(3)}'`,
      );
      const { status, headers } = await client.fetch(`${link}/image`);
      expect([status, headers.get('location')]).toEqual([302, '/og/home.png']);
    },
  );

  it('cannot be embedded in pages of other sites', async () => {
    const link = await shorten(await shared());
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    expect((await client.fetch(`${link}/image`, { headers })).status).toBe(302);
  });

  it('is a card with the thumbnail, even after its grant has ended', async () => {
    const params = await shared({ title: '"><script>Muxed</script>\u202eclip', is_audio: 'true' });
    const path = await shorten(params);
    await rowsOf(server, 'DELETE FROM extraction');
    const proxied = `${API.image}?url=${encodeURIComponent(params['thumbnail_url'] ?? '')}`;
    expect(await client.refused(proxied)).toMatchObject({ status: 403 });

    const head = await headOf(path);
    expect(Object.fromEntries(head)).toMatchObject({
      robots: 'noindex',
      'og:title': '&quot;&gt;&lt;script&gt;Muxed&lt;/script&gt; clip',
      'og:type': 'music.song',
      'og:image': `${server.url}${path}/image`,
      'twitter:card': 'summary_large_image',
      'twitter:title': '&quot;&gt;&lt;script&gt;Muxed&lt;/script&gt; clip',
      'twitter:image': `${server.url}${path}/image`,
    });
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await client.fetch(`${path}/image`, { method });
      expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(headers.get('x-robots-tag')).toBe('noindex');
    }
    const card = Buffer.from(await (await client.fetch(`${path}/image`)).arrayBuffer());
    expect(sizeOfJpeg(card)).toEqual([head.get('og:image:width'), head.get('og:image:height')]);
    // The site's own card is a PNG.
    expect((await client.fetch('/og/home.png')).headers.get('content-type')).toBe('image/png');
    // The page also shows the thumbnail. The grant contains the site but not the page.
    const opened = await client.fetch((await client.fetch(path)).headers.get('location') ?? '');
    const [, grant = ''] = /&amp;grant=([^"]+)/.exec(await opened.text()) ?? [];
    expect((await client.fetch(`${proxied}&grant=${grant}`)).status).toBe(200);
    const [, page = ''] = /\.([\w-]+)$/.exec(grant) ?? [];
    expect(Buffer.from(page, 'base64url').toString()).toBe(`${origin.url}/`);
    expect(await client.refused(`${proxied}x&grant=${grant}`)).toMatchObject({ status: 403 });
  });
});
