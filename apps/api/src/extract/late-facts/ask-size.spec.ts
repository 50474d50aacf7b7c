import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseEgressAllow } from '../../infra/egress/egress-policy.js';
import { EgressService } from '../../infra/egress/egress.service.js';
import { waitUntil } from '../../infra/testing/wait-until.js';
import { SourceClient } from '../../source/client/source-client.js';
import { askSize } from './ask-size.js';
import { withoutDeadlines } from '../../infra/testing/without-deadlines.js';

type Answer = (asked: http.IncomingMessage, response: http.ServerResponse) => void;

const VIDEO = { 'content-type': 'video/mp4' };
const head =
  (headers: http.OutgoingHttpHeaders, status = 200): Answer =>
  (_, response) =>
    void response.writeHead(status, { ...VIDEO, ...headers }).end();
const onlyGet =
  (get: Answer): Answer =>
  (asked, response) =>
    asked.method === 'HEAD' ? void response.writeHead(405).end() : get(asked, response);
/** Sends the start of a body but never ends it. */
const pours =
  (status: number, headers: http.OutgoingHttpHeaders): Answer =>
  (_, response) => {
    response.writeHead(status, { ...VIDEO, ...headers }).write('x'.repeat(1000));
  };

withoutDeadlines();

describe('askSize', () => {
  let server: http.Server;
  let egress: EgressService;
  let client: SourceClient;
  let asked: string[];
  let open: number;
  let answer: Answer;

  beforeAll(async () => {
    egress = new EgressService({
      allow: parseEgressAllow('127.0.0.0/8'),
      ownHosts: [],
      ownEndpoints: [],
    });
    client = new SourceClient(egress);
    server = http.createServer((request, response) => {
      asked.push(`${request.method} ${request.headers.range ?? ''} ${request.headers.referer}`);
      open += 1;
      response.once('close', () => (open -= 1));
      answer(request, response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    await egress.onApplicationShutdown();
    await new Promise((done) => (server.close(done), server.closeAllConnections()));
  });
  beforeEach(() => ([asked, open] = [[], 0]));

  const ask = (gone = new AbortController().signal): Promise<number | null> => {
    const { port } = server.address() as AddressInfo;
    const remote = { url: `http://127.0.0.1:${port}/f`, headers: { Referer: 'page' } };
    return askSize(client, remote, gone);
  };

  it.each<[what: string, answer: Answer, size: number | null]>([
    ['a stated length', head({ 'content-length': 5000 }), 5000],
    [
      'a file without a type',
      (_, response) => void response.writeHead(200, { 'content-length': 5000 }).end(),
      5000,
    ],
    [
      'a total in a range reply when HEAD is refused',
      onlyGet(head({ 'content-range': 'bytes 0-0/7000', 'content-length': 0 }, 206)),
      7000,
    ],
    [
      'a whole file sent for a one-byte range',
      onlyGet(pours(200, { 'content-length': 9000 })),
      9000,
    ],
    ['a range reply without a total', onlyGet(head({ 'content-range': 'bytes 0-0/*' }, 206)), null],
    ['a reply without a length', onlyGet(pours(200, {})), null],
    ['an HTML page', head({ 'content-type': 'text/html', 'content-length': 5000 }), null],
    ['a sign-in form', head({ 'content-type': 'application/json', 'content-length': 5000 }), null],
    ['an encoded length', head({ 'content-encoding': 'gzip', 'content-length': 5000 }), null],
    ['a length of 1 KiB', head({ 'content-length': 1024 }), null],
    ['a length above 1 KiB', head({ 'content-length': 1025 }), 1025],
    ['a length above 50 GB', head({ 'content-length': 50e9 + 1 }), null],
    [
      'a length with more digits than a number can have',
      head({ 'content-length': '9'.repeat(16) }),
      null,
    ],
    ['a missing file', head({}, 410), null],
    ['a busy source', head({}, 503), null],
    ['a cut connection', (_, response) => response.destroy(), null],
    [
      'a redirect to a private address',
      (_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/f' }).end(),
      null,
    ],
  ])('handles %s', async (_, behave, size) => {
    answer = behave;
    await expect(ask()).resolves.toBe(size);
    await waitUntil(() => open === 0, 'the end of all connections');
  });

  it('sends the headers of the format, and requests at most one byte', async () => {
    answer = onlyGet(head({}, 404));
    await ask();
    expect(asked).toEqual(['HEAD  page', 'GET bytes=0-0 page']);
  });

  it('requests one byte if HEAD gets no response', async () => {
    const deadline = new AbortController();
    jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(deadline.signal);
    answer = (request, response) => {
      if (request.method === 'GET') {
        head({ 'content-range': 'bytes 0-0/7000' }, 206)(request, response);
      } else {
        deadline.abort(new DOMException('late', 'TimeoutError'));
      }
    };
    await expect(ask()).resolves.toBe(7000);
  });

  it('sends no more requests once the visitor has left', async () => {
    const gone = new AbortController();
    answer = () => gone.abort();
    await expect(ask(gone.signal)).resolves.toBeNull();
    await waitUntil(() => open === 0, 'the end of the connection');
    expect(asked).toEqual(['HEAD  page']);
    await expect(ask(gone.signal)).resolves.toBeNull();
    expect(asked).toHaveLength(1);
  });
});
