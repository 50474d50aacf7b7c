import { API, type ErrorCode, LIMITS } from '@dipper/contract';
import { failureOf, refusalOf } from '../harness/catalogue.js';
import { pick, refusal, taskOf, TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

/** A well-formed id that no task has. */
const UNKNOWN_TASK = 'A'.repeat(43);

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

describe('text', () => {
  it.each<[what: string, text: string, code: ErrorCode]>([
    ['nothing', '', 'URL_REQUIRED'],
    ['spaces', ' \n\t ', 'URL_REQUIRED'],
    ['words', 'the video with the cat', 'URL_INVALID'],
    ['another scheme', 'ftp://files.example/a.mp4', 'URL_INVALID'],
    ['a script', 'javascript:alert(1)', 'URL_INVALID'],
    ['a file', 'file:///etc/passwd', 'URL_INVALID'],
    ['no host', 'https://', 'URL_INVALID'],
    ['a text that is too long', 'x'.repeat(LIMITS.linkTextLength + 1), 'INVALID_REQUEST'],
    ['the longest text', 'x'.repeat(LIMITS.linkTextLength), 'URL_INVALID'],
  ])('without a usable link is refused: %s', async (_, text, code) => {
    expect(await client.searchRefusal(text)).toEqual(refusalOf(code));
  });

  it.each([
    ['among words', (link: string) => `Watch this: ${link} so good!`],
    ['before a full stop', (link: string) => `见 ${link}。`],
    ['in brackets', (link: string) => `(${link})`],
  ])('with a link %s is accepted', async (_, message) => {
    const link = `${origin.url}/watch/muxed`;
    expect((await client.search(message(link))).webpage_url).toBe(link);
  });
});

const PAGES: readonly (readonly [what: string, path: string, code: ErrorCode])[] = [
  ['has only words and is on an unknown site', '/no-media', 'UNSUPPORTED_SITE'],
  ['wants a login', '/sign-in', 'LOGIN_REQUIRED'],
  ['is forbidden', '/private', 'SOURCE_BLOCKED'],
  ['is not there', '/removed', 'MEDIA_REMOVED'],
  ['is gone', '/gone', 'MEDIA_REMOVED'],
  ['redirects to one that is forbidden', '/redirect?to=/private', 'SOURCE_BLOCKED'],
  ['says that we send too many requests', '/too-many', 'SOURCE_RATE_LIMITED'],
  ['is closed to this region', '/region', 'REGION_BLOCKED'],
  ['breaks', '/error', 'SOURCE_FAILED'],
  ['is down', '/unavailable', 'SOURCE_FAILED'],
  ['is protected', '/watch/drm', 'DRM_PROTECTED'],
  ['is a protected manifest', '/dash/drm.mpd', 'DRM_PROTECTED'],
  ['is live', '/hls/live.m3u8', 'LIVE_STREAM'],
];

describe('pages that cannot be read', () => {
  it('are each refused with the reason, even while another page never responds', async () => {
    // yt-dlp gives up after its own timeout of 10 s.
    const hanging = client.searchRefusal(`${origin.url}/hang`);
    hanging.catch(() => undefined);
    const answers: unknown[] = [];
    // Read one page at a time, so that each is read long before its deadline.
    for (const [what, path] of PAGES) {
      answers.push([what, await client.searchRefusal(origin.url + path).catch(String)]);
    }
    expect(answers).toEqual(PAGES.map(([what, , code]) => [what, refusalOf(code)]));
    expect(await hanging).toEqual(refusalOf('SOURCE_TIMEOUT'));
  });

  it('fail the merge if the source sends a web page instead of media', async () => {
    const info = await client.search(`${origin.url}/dash/html-as-video.mpd`);
    const status = await client.merge(taskOf(pick(info, ({ kind }) => kind === 'merge')));
    expect(status).toMatchObject(failureOf('NOT_MEDIA'));
  });
});

describe('addresses', () => {
  it.each<[what: string, link: () => string, code: ErrorCode]>([
    ['our own address', () => `${server.url}/api/health`, 'ADDRESS_NOT_ALLOWED'],
    ['our own address by name', () => `http://localhost:${server.port}/`, 'ADDRESS_NOT_ALLOWED'],
    [
      'our own address behind a redirect',
      () => `${origin.url}/redirect?to=${server.url}/api/health`,
      'ADDRESS_NOT_ALLOWED',
    ],
    ['a private address', () => 'http://10.1.2.3/', 'ADDRESS_NOT_ALLOWED'],
    // A name of more than 253 characters needs no DNS query, so the test does not wait for a name
    // server.
    [
      'an address that does not exist',
      () => `http://${'no-such-site.'.repeat(20)}example/`,
      'SOURCE_FAILED',
    ],
    // The system never assigns this port as a free one.
    ['an address where nothing is listening', () => 'http://127.0.0.1:1/', 'SOURCE_FAILED'],
  ])('cannot be read: %s', async (_, link, code) => {
    expect(await client.searchRefusal(link())).toEqual(refusalOf(code));
  });
});

describe('invalid requests', () => {
  const post = (body: string, type = 'application/json'): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });

  it.each<[what: string, body: RequestInit, code: ErrorCode]>([
    ['malformed JSON', post('{"tweet_url": "'), 'INVALID_REQUEST'],
    ['a body without a link', post('{}'), 'INVALID_REQUEST'],
    ['a list as the body', post('[]'), 'INVALID_REQUEST'],
    ['a number as the link', post('{"tweet_url": 5}'), 'INVALID_REQUEST'],
    [
      'a fingerprint that is too large',
      post(
        JSON.stringify({
          tweet_url: 'x',
          browser_fingerprint: 'x'.repeat(LIMITS.fingerprintLength),
        }),
      ),
      'INVALID_REQUEST',
    ],
    ['a body that is too large', post(`"${'x'.repeat(70_000)}"`), 'PAYLOAD_TOO_LARGE'],
  ])('are refused: %s', async (_, init, code) => {
    expect(await client.refused(API.search, init)).toEqual(refusalOf(code));
  });

  it.each(['/api', '/api/', '/api/nothing', '/api/download', '/api/download/status/'])(
    'include the unknown path %s',
    async (path) => {
      const response = await client.fetch(path);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await refusal(response)).toEqual(refusalOf('NOT_FOUND'));
    },
  );
});

describe('unknown tasks', () => {
  const paths: Readonly<Record<string, (id: string) => [path: string, init?: RequestInit]>> = {
    status: (id) => [API.status(id)],
    start: (id) => [`${API.startMerge}?task_id=${encodeURIComponent(id)}`],
    file: (id) => [API.file(id)],
    cancel: (id) => [API.task(id), { method: 'DELETE' }],
  };

  it.each(Object.keys(paths))('are refused by %s', async (name) => {
    const [path, init] = paths[name]?.(UNKNOWN_TASK) ?? [''];
    expect(await client.refused(path, init)).toEqual(refusalOf('TASK_UNKNOWN'));
  });

  it('are refused by every endpoint if the id is malformed', async () => {
    const ids = ['x', '../../etc/passwd', 'A'.repeat(300), "' OR 1=1 --", 'é'.repeat(30), '%00'];
    const refusals = [refusalOf('TASK_UNKNOWN'), refusalOf('INVALID_REQUEST')].map((refused) =>
      JSON.stringify(Object.entries(refused).sort()),
    );
    const wrong: unknown[] = [];
    for (const [name, pathOf] of Object.entries(paths)) {
      for (const id of ids) {
        const answer = await client.refused(...pathOf(id));
        if (!refusals.includes(JSON.stringify(Object.entries(answer).sort()))) {
          wrong.push([name, id, answer]);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(['x'.repeat(2000), 'a%00b', '%F0%9F%98%80'])(
    'are refused by every endpoint if the id in the path is %.20s',
    async (id) => {
      const unknown = refusalOf('TASK_UNKNOWN');
      expect(await client.refused(`${API.startMerge}?task_id=${id}`)).toEqual(unknown);
      expect(await client.refused(API.status('') + id)).toEqual(unknown);
      expect(await client.refused(API.file('') + id)).toEqual(unknown);
    },
  );

  it('are refused if no id is given', async () => {
    expect(await client.refused(API.startMerge)).toEqual(refusalOf('INVALID_REQUEST'));
  });
});
