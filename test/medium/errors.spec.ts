import { API, type ErrorCode, LIMITS } from '@dipper/contract';
import { failureOf, refusalOf } from '../harness/catalogue.js';
import { pick, refusal, taskOf, TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

/** Of the right form, and never handed out. */
const UNKNOWN_TASK = 'A'.repeat(43);

let origin: Origin;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  // Of the pages below one never answers; the others are read one by one beside it, so that each has
  // a core and is done long before its deadline.
  const env = { EXTRACT_CONCURRENCY: '2' };
  [origin, server] = await Promise.all([startOrigin(), TestServer.start({ env })]);
  client = new TestClient(server);
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close()]);
});

describe('links that are none', () => {
  it.each<[what: string, text: string, code: ErrorCode]>([
    ['nothing', '', 'URL_REQUIRED'],
    ['spaces', ' \n\t ', 'URL_REQUIRED'],
    ['words', 'the video with the cat', 'URL_INVALID'],
    ['another scheme', 'ftp://files.example/a.mp4', 'URL_INVALID'],
    ['a script', 'javascript:alert(1)', 'URL_INVALID'],
    ['a file', 'file:///etc/passwd', 'URL_INVALID'],
    ['no host', 'https://', 'URL_INVALID'],
    ['too long a text', 'x'.repeat(LIMITS.linkTextLength + 1), 'INVALID_REQUEST'],
    ['the longest text', 'x'.repeat(LIMITS.linkTextLength), 'URL_INVALID'],
  ])('%s', async (_, text, code) => {
    expect(await client.searchRefusal(text)).toEqual(refusalOf(code));
  });

  it.each([
    ['in words', (link: string) => `Watch this: ${link} so good!`],
    ['before a full stop', (link: string) => `见 ${link}。`],
    ['in brackets', (link: string) => `(${link})`],
  ])('a link %s is taken', async (_, message) => {
    const link = `${origin.url}/watch/muxed`;
    expect((await client.search(message(link))).webpage_url).toBe(link);
  });
});

const PAGES: readonly (readonly [what: string, path: string, code: ErrorCode])[] = [
  // yt-dlp gives up after its own 10 s.
  ['never answers', '/hang', 'SOURCE_TIMEOUT'],
  ['words only, on a site nobody knows', '/no-media', 'UNSUPPORTED_SITE'],
  ['wants a login', '/sign-in', 'LOGIN_REQUIRED'],
  ['is forbidden', '/private', 'SOURCE_BLOCKED'],
  ['is not there', '/removed', 'MEDIA_REMOVED'],
  ['is gone', '/gone', 'MEDIA_REMOVED'],
  ['leads to one that is forbidden', '/redirect?to=/private', 'SOURCE_BLOCKED'],
  ['says that we ask too much', '/too-many', 'SOURCE_RATE_LIMITED'],
  ['is closed to this region', '/region', 'REGION_BLOCKED'],
  ['breaks', '/error', 'SOURCE_FAILED'],
  ['is down', '/unavailable', 'SOURCE_FAILED'],
  ['is protected', '/watch/drm', 'DRM_PROTECTED'],
  ['is a protected manifest', '/dash/drm.mpd', 'DRM_PROTECTED'],
  ['is live', '/hls/live.m3u8', 'LIVE_STREAM'],
];

describe('pages that cannot be served', () => {
  const answers = new Map<string, Promise<unknown>>();

  beforeAll(() => {
    // All at once: the one that never answers would hold up the others.
    for (const [, path] of PAGES) {
      const answer = client.searchRefusal(origin.url + path);
      answers.set(path, answer.catch(String));
    }
  });

  it.each(PAGES)('%s', async (_, path, code) => {
    expect(await answers.get(path)).toEqual(refusalOf(code));
  });

  it('a source that answers a page as media', async () => {
    const info = await client.search(`${origin.url}/dash/html-as-video.mpd`);
    const status = await client.merge(taskOf(pick(info, ({ kind }) => kind === 'merge')));
    expect(status).toMatchObject(failureOf('NOT_MEDIA'));
  });
});

describe('addresses', () => {
  it.each<[what: string, link: () => string, code: ErrorCode]>([
    ['our own', () => `${server.url}/api/health`, 'ADDRESS_NOT_ALLOWED'],
    ['our own, by name', () => `http://localhost:${server.port}/`, 'ADDRESS_NOT_ALLOWED'],
    [
      'our own, behind a redirect',
      () => `${origin.url}/redirect?to=${server.url}/api/health`,
      'ADDRESS_NOT_ALLOWED',
    ],
    ['private', () => 'http://10.1.2.3/', 'ADDRESS_NOT_ALLOWED'],
    // No name server is asked for a name of more than 253 characters: none has to answer in time.
    ['of no site', () => `http://${'no-such-site.'.repeat(20)}example/`, 'SOURCE_FAILED'],
    // A port that is never given to anybody who asks for a free one.
    ['where nobody listens', () => 'http://127.0.0.1:1/', 'SOURCE_FAILED'],
  ])('%s', async (_, link, code) => {
    expect(await client.searchRefusal(link())).toEqual(refusalOf(code));
  });

  describe('without EGRESS_ALLOW', () => {
    let strict: TestServer;

    beforeAll(async () => {
      strict = await TestServer.start({ env: { EGRESS_ALLOW: '' } });
    });
    afterAll(() => strict.stop());

    it.each(['', 'localhost', '0x7f000001', '[::ffff:127.0.0.1]'])(
      'the origin is refused (%s)',
      async (host) => {
        const link = new URL('/watch/muxed', origin.url);
        origin.forget();
        const asked = host === '' ? link.href : link.href.replace('127.0.0.1', host);
        expect(await new TestClient(strict).searchRefusal(asked)).toEqual(
          refusalOf('ADDRESS_NOT_ALLOWED'),
        );
        expect(origin.requests).toEqual([]);
      },
    );
  });
});

describe('requests that are none', () => {
  const post = (body: string, type = 'application/json'): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });

  it.each<[what: string, body: RequestInit, code: ErrorCode]>([
    ['malformed JSON', post('{"tweet_url": "'), 'INVALID_REQUEST'],
    ['no link', post('{}'), 'INVALID_REQUEST'],
    ['a list', post('[]'), 'INVALID_REQUEST'],
    ['a number for a link', post('{"tweet_url": 5}'), 'INVALID_REQUEST'],
    [
      'too large a fingerprint',
      post(
        JSON.stringify({
          tweet_url: 'x',
          browser_fingerprint: 'x'.repeat(LIMITS.fingerprintLength),
        }),
      ),
      'INVALID_REQUEST',
    ],
    ['too large a body', post(`"${'x'.repeat(70_000)}"`), 'PAYLOAD_TOO_LARGE'],
  ])('%s', async (_, init, code) => {
    expect(await client.refused(API.search, init)).toEqual(refusalOf(code));
  });

  it.each(['/api', '/api/', '/api/nothing', '/api/download', '/api/download/status/'])(
    'a path that is none: %s',
    async (path) => {
      const response = await client.fetch(path);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await refusal(response)).toEqual(refusalOf('NOT_FOUND'));
    },
  );
});

describe('tasks that are none', () => {
  const paths: Readonly<Record<string, (id: string) => [path: string, init?: RequestInit]>> = {
    status: (id) => [API.status(id)],
    start: (id) => [`${API.startMerge}?task_id=${encodeURIComponent(id)}`],
    file: (id) => [API.file(id)],
    cancel: (id) => [API.task(id), { method: 'DELETE' }],
  };

  it.each(Object.keys(paths))('%s of an unknown one', async (name) => {
    const [path, init] = paths[name]?.(UNKNOWN_TASK) ?? [''];
    expect(await client.refused(path, init)).toEqual(refusalOf('TASK_UNKNOWN'));
  });

  it.each(
    Object.keys(paths).flatMap((name) =>
      ['x', '../../etc/passwd', 'A'.repeat(300), "' OR 1=1 --", 'é'.repeat(30), '%00'].map(
        (id) => [name, id] as const,
      ),
    ),
  )('%s of a malformed one: %s', async (name, id) => {
    const [path, init] = paths[name]?.(id) ?? [''];
    const answer = await client.refused(path, init);
    expect([refusalOf('TASK_UNKNOWN'), refusalOf('INVALID_REQUEST')]).toContainEqual(answer);
  });

  it('a start without an id', async () => {
    expect(await client.refused(API.startMerge)).toEqual(refusalOf('INVALID_REQUEST'));
  });
});
