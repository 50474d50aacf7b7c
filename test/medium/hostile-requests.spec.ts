import { API, type ErrorCode, errorReplySchema } from '@dipper/contract';
import { gzipSync } from 'node:zlib';
import { refusalOf } from '../harness/catalogue.js';
import { type Refusal, TestClient } from '../harness/client.js';
import { exchangeRaw, requestText, sendRaw } from '../harness/raw-request.js';
import { READY, untilReports } from '../harness/readiness.js';
import { TestServer } from '../harness/server.js';

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await TestServer.shared();
  client = new TestClient(server);
});
afterAll(() => server.stop());

const HOST = 'Host: dipper.test';
const CLOSE = 'Connection: close';

/** Sends exactly these bytes. @returns how the server refuses them */
async function refusedRaw(bytes: Buffer): Promise<Refusal> {
  const { status, head, body } = await exchangeRaw(server, bytes);
  expect(head).toMatch(/^content-type: application\/json/im);
  const reply: unknown = JSON.parse(body);
  return { ...(reply as object), ...errorReplySchema.parse(reply), status };
}

describe('bodies', () => {
  const post = (
    body: Buffer | string,
    type = 'application/json',
    encoding = 'identity',
  ): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': type, 'content-encoding': encoding },
    body: new Uint8Array(Buffer.from(body)),
  });
  const nested = (depth: number, value = '1'): string =>
    `{"tweet_url":"x","browser_fingerprint":${'['.repeat(depth)}${value}${']'.repeat(depth)}}`;

  it.each<[what: string, init: RequestInit, code: ErrorCode]>([
    ['of objects as deeply nested as a fingerprint may be', post(nested(31)), 'URL_INVALID'],
    ['of objects nested more deeply', post(nested(32)), 'INVALID_REQUEST'],
    ['of objects nested 5,000 levels deep', post(nested(5000)), 'INVALID_REQUEST'],
    ['with brackets in a string', post(nested(1, `"\\"${'['.repeat(500)}"`)), 'URL_INVALID'],
    ['with a prototype', post('{"__proto__":{"tweet_url":"https://a.test/"}}'), 'INVALID_REQUEST'],
    ['with an infinite number', post('{"tweet_url":1e999}'), 'INVALID_REQUEST'],
    ['that are empty', post(''), 'INVALID_REQUEST'],
    ['that are null', post('null'), 'INVALID_REQUEST'],
    ['of invalid UTF-8', post(Buffer.from('7b22ff227d', 'hex')), 'INVALID_REQUEST'],
    ['of gzip', post(gzipSync('{"tweet_url":"x"}'), undefined, 'gzip'), 'URL_INVALID'],
    ['of broken gzip', post('not gzip', undefined, 'gzip'), 'INVALID_REQUEST'],
    ['with a gzip bomb', post(gzipSync(' '.repeat(1e6)), undefined, 'gzip'), 'PAYLOAD_TOO_LARGE'],
    ['of UTF-16', post('{}', 'application/json; charset=utf-16'), 'JSON_EXPECTED'],
    [
      'of declared UTF-8',
      post('{"tweet_url":"x"}', 'application/json;charset=UTF-8'),
      'URL_INVALID',
    ],
    ['with a form', post('tweet_url=x', 'application/x-www-form-urlencoded'), 'JSON_EXPECTED'],
    ['with a multipart form', post('--a--', 'multipart/form-data; boundary=a'), 'JSON_EXPECTED'],
    ['with JSON declared as plain text', post('{"tweet_url":"x"}', 'text/plain'), 'JSON_EXPECTED'],
  ])('%s get the expected error', async (_, init, code) => {
    const response = await client.fetch(API.search, init);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect({ status: response.status, ...((await response.json()) as object) }).toEqual(
      refusalOf(code),
    );
  });

  it('with a form are refused, even where no body is expected', async () => {
    const init = post('a=1', 'application/x-www-form-urlencoded');
    expect(await client.refused('/', init)).toEqual(refusalOf('JSON_EXPECTED'));
  });
});

describe('requests that do not name exactly one host', () => {
  it.each([
    ['two hosts', 'GET / HTTP/1.1', HOST, 'Host: evil.test'],
    ['the same host twice', 'GET / HTTP/1.1', HOST, HOST],
    ['no host', 'GET / HTTP/1.1'],
    ['an empty host', 'GET / HTTP/1.1', 'Host:'],
    ['another host in the request line', 'GET http://evil.test/ HTTP/1.1', HOST],
    ['a quote', 'GET / HTTP/1.1', 'Host: a"b'],
    ['a slash', 'GET / HTTP/1.1', 'Host: a/b'],
    ['credentials', 'GET / HTTP/1.1', 'Host: a@b'],
    ['a space', 'GET / HTTP/1.1', 'Host: a b'],
    ['an invalid port', 'GET / HTTP/1.1', 'Host: a:65536'],
  ])('are refused: %s', async (_, ...lines) => {
    expect(await refusedRaw(requestText([...lines, CLOSE]))).toEqual(refusalOf('INVALID_REQUEST'));
  });

  it.each([
    ['the same host in the request line', 'GET http://dipper.test/api/health HTTP/1.1', HOST],
    ['an IPv6 address', 'GET /api/health HTTP/1.1', 'Host: [::1]:3000'],
    ['HTTP/1.0, which has none', 'GET /api/health HTTP/1.0'],
  ])('are still served in this case: %s', async (_, ...lines) => {
    expect((await exchangeRaw(server, requestText([...lines, CLOSE]))).status).toBe(200);
  });
});

describe('a request that the HTTP parser rejects', () => {
  const chunked = ['POST /api/download-video HTTP/1.1', HOST, 'Transfer-Encoding: chunked'];

  it.each<[what: string, bytes: Buffer, status: number, code: ErrorCode]>([
    ['another protocol', Buffer.from('16030100', 'hex'), 400, 'INVALID_REQUEST'],
    ['an unknown method', requestText(['FOO / HTTP/1.1', HOST]), 400, 'INVALID_REQUEST'],
    [
      'two lengths',
      requestText([...chunked, 'Content-Length: 3'], '0\r\n\r\n'),
      400,
      'INVALID_REQUEST',
    ],
    [
      'a broken chunk',
      requestText([...chunked, 'Content-Type: application/json'], 'zz\r\n\r\n'),
      400,
      'INVALID_REQUEST',
    ],
    [
      'huge headers',
      requestText(['GET / HTTP/1.1', HOST, `X: ${'x'.repeat(1_000_000)}`]),
      431,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'an unknown expectation',
      requestText(['GET / HTTP/1.1', HOST, CLOSE, 'Expect: cake']),
      417,
      'INVALID_REQUEST',
    ],
  ])('gets the right error: %s', async (_, bytes, status, code) => {
    expect(await refusedRaw(bytes)).toEqual({ ...refusalOf(code), status });
  });
});

describe('the canonical URL of a page', () => {
  it.each([
    ['javascript', 'http'],
    ['javascript:alert(1)//', 'http'],
    ['HTTPS', 'https'],
    ['https, http', 'https'],
  ])('keeps a valid scheme behind a proxy that sends %s', async (proto, scheme) => {
    const headers = { 'x-forwarded-proto': proto, 'x-forwarded-host': 'evil.test"' };
    const page = await (await client.fetch('/', { headers })).text();
    const origin = server.url.replace('http', scheme);
    expect(page).toContain(`<link rel="canonical" href="${origin}/"`);
    expect(page).not.toMatch(/evil\.test|javascript:alert/);
  });
});

describe('the path of the socket', () => {
  const SOCKET = '/socket.io/?EIO=4&transport=websocket';
  const upgrade = (path: string, ...headers: string[]): Buffer =>
    requestText([
      `GET ${path} HTTP/1.1`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ...(headers.some((header) => /^Host:/i.test(header)) ? [] : [HOST]),
      ...headers,
    ]);

  it.each([
    ['no query', '/socket.io/'],
    ['polling', '/socket.io/?EIO=4&transport=polling'],
    ['another transport', '/socket.io/?EIO=4&transport=carrier-pigeon'],
    ['no upgrade', SOCKET],
    ['an unknown session', `${SOCKET}&sid=AAAA`],
    ['path traversal', '/socket.io/../etc/passwd'],
  ])('refuses a request with %s', async (_, path) => {
    const get = requestText([`GET ${path} HTTP/1.1`, HOST, CLOSE]);
    expect(await refusedRaw(get)).toEqual(refusalOf('INVALID_REQUEST'));
    const post = requestText([`POST ${path} HTTP/1.1`, HOST, CLOSE, 'Content-Length: 2'], '{}');
    expect(await refusedRaw(post)).toEqual(refusalOf('INVALID_REQUEST'));
  });

  it.each([
    ['polling', upgrade('/socket.io/?EIO=4&transport=polling')],
    ['an older protocol', upgrade('/socket.io/?EIO=3&transport=websocket')],
    ['an unknown session', upgrade(`${SOCKET}&sid=AAAA`)],
    ['the last of two values', upgrade(`${SOCKET}&EIO=3`)],
    ['a subprotocol', upgrade(SOCKET, 'Sec-WebSocket-Protocol: ,,')],
    ['two hosts', upgrade(SOCKET, HOST, 'Host: evil.test')],
    ['another path', upgrade('/api/health')],
  ])('refuses an upgrade with %s', async (_, bytes) => {
    expect(await refusedRaw(bytes)).toEqual(refusalOf('INVALID_REQUEST'));
  });

  it.each([
    ['our own page', ['Origin: https://dipper.test']],
    ['our own page with an explicit port', ['Origin: http://dipper.test', 'Host: dipper.test:80']],
    ['clients that send no origin', []],
    [
      'our page on the host that a trusted proxy forwards',
      ['Origin: https://front.test', 'X-Forwarded-Host: front.test'],
    ],
  ])('is open to %s', async (_, headers) => {
    expect((await exchangeRaw(server, upgrade(SOCKET, ...headers))).status).toBe(101);
  });

  it.each([
    'https://evil.test',
    'http://dipper.test:8080',
    'https://dipper.test.evil.test',
    'https://dipper.test@evil.test',
    'https://dipper.test, https://evil.test',
    'ftp://dipper.test',
    'null',
  ])('is closed to the origin %s', async (origin) => {
    const bytes = upgrade(SOCKET, `Origin: ${origin}`);
    expect(await refusedRaw(bytes)).toEqual(refusalOf('ORIGIN_NOT_ALLOWED'));
  });

  it('ignores an offer of h2c', async () => {
    const offer = requestText([
      `GET ${API.health} HTTP/1.1`,
      HOST,
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    ]);
    const reply = await exchangeRaw(server, offer);
    expect([reply.status, JSON.parse(reply.body)]).toEqual([200, { status: 'ok' }]);
  });

  it.each(['/nowhere', SOCKET])('survives a reset during an upgrade to %s', async (path) => {
    const sockets = await Promise.all(
      Array.from({ length: 5 }, () => sendRaw(server, upgrade(path))),
    );
    // Once the server responds to this request, it has read the upgrades that were sent earlier.
    expect((await client.fetch(API.health)).status).toBe(200);
    sockets.forEach((socket) => socket.on('error', () => undefined).resetAndDestroy());
    expect((await client.fetch(API.health)).status).toBe(200);
    expect(await untilReports(server, READY)).toBe(200);
  });
});
