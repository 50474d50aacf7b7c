import { gzipSync, brotliCompressSync } from 'node:zlib';
import { redirectTo, type SiteAnswer, SiteWorld, status } from '../../testing/site-world.js';
import { withDeadline } from './page-client.js';

const PAGE = 'https://site.example/page';
const { signal } = new AbortController();
const request = { signal, via: 'other' as const };
const MIB = 1024 * 1024;

let world: SiteWorld;
beforeAll(async () => {
  world = await SiteWorld.open();
});
afterAll(() => world.close());
beforeEach(() => {
  world.answers.clear();
  world.asked.length = 0;
});

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'read',
    (error: { code?: string }) => error.code ?? 'another error',
  );

const body =
  (bytes: string | Buffer, headers: Record<string, string> = {}): SiteAnswer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(bytes);

/** Sends chunks until the connection is closed. */
const endless =
  (chunk: string, headers: Record<string, string> = {}): SiteAnswer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers });
    const write = (): void => {
      while (!response.destroyed && response.write(chunk)) {
        // The loop stops when the connection's buffer is full.
      }
    };
    response.on('drain', write);
    write();
  };

describe('PageClient: pages', () => {
  it('returns the parts of a page that extractors read, and its final URL', async () => {
    world.answers.set('https://short.example/x', redirectTo(PAGE));
    world.answers.set(
      PAGE,
      `<title>A &amp; B</title><meta property="og:title" content="&lt;C&gt;"><meta NAME=Author content=D>
       <meta property="og:title" content="second"><link rel="canonical" href="/c">
       <script type="application/ld+json">{"@graph":[{"a":"</p>"}]}</script><script>var not = 'data'</script>
       <div data-x="1"><svg><title>icon</title></svg></div>`,
    );
    const page = await world.pages.html('https://short.example/x', request, (_, attributes) =>
      Object.hasOwn(attributes, 'data-x'),
    );
    expect(page).toMatchObject({
      url: PAGE,
      title: 'A & B',
      canonical: 'https://site.example/c',
      scripts: [{ type: 'application/ld+json', text: '{"@graph":[{"a":"</p>"}]}' }],
      elements: [{ name: 'div', attributes: { 'data-x': '1' } }],
    });
    expect([...page.meta]).toEqual([
      ['og:title', '<C>'],
      ['author', 'D'],
    ]);
  });

  it.each<[given: string, bytes: Buffer, contentType: string]>([
    ['UTF-8 without a declaration', Buffer.from('<title>Grüße</title>'), 'text/html'],
    [
      'UTF-8 with a wrong declaration',
      Buffer.from('<title>Grüße</title>'),
      'text/html; charset=iso-8859-1',
    ],
    ['Latin-1', Buffer.from('<title>Grüße</title>', 'latin1'), 'text/html; charset=ISO-8859-1'],
    [
      'Latin-1 declared in the document',
      Buffer.from('<meta charset="latin1"><title>Grüße</title>', 'latin1'),
      'text/html',
    ],
    ['UTF-16', Buffer.from('\uFEFF<title>Grüße</title>', 'utf16le'), 'text/html'],
    ['an unknown encoding', Buffer.from('<title>Grüße</title>'), 'text/html; charset=x-1'],
    [
      'characters that are split between two pieces',
      Buffer.from(`<!--${'-'.repeat(1500)}--><title>Grüße</title>${'ü'.repeat(200_001)}`),
      'text/html',
    ],
  ])('decodes %s', async (_given, bytes, contentType) => {
    world.answers.set(PAGE, body(bytes, { 'content-type': contentType }));
    await expect(world.pages.html(PAGE, request)).resolves.toMatchObject({ title: 'Grüße' });
  });

  it.each([
    ['gzip', gzipSync('<title>T</title>')],
    ['br', brotliCompressSync('<title>T</title>')],
    ['identity', Buffer.from('<title>T</title>')],
  ])('decompresses %s', async (encoding, bytes) => {
    world.answers.set(PAGE, body(bytes, { 'content-encoding': encoding }));
    await expect(world.pages.html(PAGE, request)).resolves.toMatchObject({ title: 'T' });
  });

  it.each<[given: string, answer: SiteAnswer, code: string]>([
    [
      'an announced size of 300 MB',
      endless('x'.repeat(65_536), { 'content-length': '300000000' }),
      'PAGE_TOO_LARGE',
    ],
    ['a page that never ends', endless('<p>x'.repeat(16_384)), 'PAGE_TOO_LARGE'],
    [
      'a few bytes that expand to 32 MB',
      body(gzipSync(Buffer.alloc(32 * MIB, 'x')), { 'content-encoding': 'gzip' }),
      'PAGE_TOO_LARGE',
    ],
    [
      'a body that is not compressed',
      body('x'.repeat(99), { 'content-encoding': 'gzip' }),
      'SOURCE_FAILED',
    ],
    ['an unknown encoding', body('x', { 'content-encoding': 'zip' }), 'EXTRACT_FAILED'],
    ['deeply nested blocks', body('<div>'.repeat(5_000)), 'EXTRACT_FAILED'],
    ['a video', body('x', { 'content-type': 'video/mp4' }), 'EXTRACT_FAILED'],
    ['a redirect loop', redirectTo(PAGE), 'SOURCE_FAILED'],
    [
      'a redirect into the private network',
      redirectTo('http://169.254.169.254/latest/'),
      'ADDRESS_NOT_ALLOWED',
    ],
    ['a redirect to another scheme', redirectTo('file:///etc/passwd'), 'ADDRESS_NOT_ALLOWED'],
    ['a closed connection', (response) => response.destroy(), 'SOURCE_FAILED'],
    [
      'a truncated page',
      (response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100' });
        response.write('<title>', () => response.destroy());
      },
      'SOURCE_FAILED',
    ],
    ['a status of 402', status(402), 'PAYMENT_REQUIRED'],
    ['a status of 401', status(401), 'LOGIN_REQUIRED'],
    ['a status of 403', status(403), 'SOURCE_BLOCKED'],
    ['a status of 404', status(404, 'text/html'), 'MEDIA_REMOVED'],
    ['a status of 410', status(410), 'MEDIA_REMOVED'],
    ['a status of 429', status(429), 'SOURCE_RATE_LIMITED'],
    ['a status of 451', status(451), 'REGION_BLOCKED'],
    ['a status of 500', status(500), 'SOURCE_FAILED'],
    ['a status of 504', status(504), 'SOURCE_TIMEOUT'],
  ])('rejects %s', async (_given, answer, code) => {
    world.answers.set(PAGE, answer);
    expect(await codeOf(world.pages.html(PAGE, request))).toBe(code);
  });

  it('gives up at its time limit, even while data is still trickling in', async () => {
    world.answers.set(PAGE, (response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).flushHeaders();
    });
    const late = withDeadline(signal, 50);
    expect(await codeOf(world.pages.html(PAGE, { ...request, signal: late }))).toBe(
      'SOURCE_TIMEOUT',
    );
  });
});

describe('PageClient: JSON', () => {
  it.each<[given: string, answer: SiteAnswer, code: string]>([
    ['an HTML text', body('<p>not found</p>'), 'EXTRACT_FAILED'],
    ['an empty body', body(''), 'EXTRACT_FAILED'],
    ['truncated JSON', body('{"a":'), 'EXTRACT_FAILED'],
    ['deeply nested lists at the limit', body('['.repeat(1_000_000)), 'EXTRACT_FAILED'],
    ['deeply nested lists', body(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), 'EXTRACT_FAILED'],
    ['lists as deep as in real pages', body(`${'['.repeat(150)}${']'.repeat(150)}`), 'read'],
    ['JSON served as a script', body('{}', { 'content-type': 'text/javascript' }), 'read'],
    ['a 404 from the API', status(404), 'MEDIA_REMOVED'],
    ['a 404 from a server without such an API', status(404, 'text/html'), 'EXTRACT_FAILED'],
  ])('handles %s', async (_given, answer, code) => {
    world.answers.set(PAGE, answer);
    expect(await codeOf(world.pages.json(PAGE, request))).toBe(code);
  });

  it('does not treat text in JSON as an encoding declaration', async () => {
    world.answers.set(PAGE, body('{"a":"charset=utf-16"}'));
    await expect(world.pages.json(PAGE, request)).resolves.toEqual({ a: 'charset=utf-16' });
  });
});
