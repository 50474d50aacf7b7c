import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseEgressAllow } from '../../infra/egress/egress-policy.js';
import { EgressService } from '../../infra/egress/egress.service.js';
import { SourceClient } from './source-client.js';

const { signal } = new AbortController();

describe('SourceClient', () => {
  let egress: EgressService;
  let client: SourceClient;
  let server: http.Server;
  let asked: http.IncomingHttpHeaders[];
  let answer: (response: http.ServerResponse) => void;

  beforeAll(async () => {
    const allow = parseEgressAllow('127.0.0.0/8');
    egress = new EgressService({ allow, ownHosts: [], ownEndpoints: [] });
    client = new SourceClient(egress);
    server = http.createServer(({ headers }, response) => {
      asked.push(headers);
      answer(response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    await egress.onApplicationShutdown();
    await new Promise((done) => (server.close(done), server.closeAllConnections()));
  });
  beforeEach(() => {
    asked = [];
    answer = (response) => response.end('bytes');
  });

  const remote = (headers = {}): { url: string; headers: Record<string, string> } => ({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/f`,
    headers,
  });

  it('sends the headers of the extraction, except those that would change the bytes', async () => {
    const kept = { Referer: 'r', Cookie: 'c', Range: 'bytes=0-1', 'Accept-Encoding': 'gzip' };
    await client.read(remote({ ...kept, Connection: 'close', Host: 'h' }), { maxBytes: 9, signal });
    expect(asked[0]).toMatchObject({ referer: 'r', cookie: 'c', 'accept-encoding': 'identity' });
    expect(asked[0]).not.toHaveProperty('range');
    expect(asked[0]?.host).toMatch(/^127\.0\.0\.1:/);
  });

  it('sends the If-Range condition of a range', async () => {
    const range = { first: 5, last: null, suffix: null, ifRange: '"e"' };
    const { body } = await client.open(remote(), { range, signal });
    await body.dump();
    expect(asked[0]).toMatchObject({ range: 'bytes=5-', 'if-range': '"e"' });
  });

  it('rejects encoded content and closes the connection', async () => {
    let closed: Promise<unknown> = Promise.reject(new Error('never asked'));
    closed.catch(() => undefined);
    answer = (response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-encoding': 'gzip' }).write('x');
    };
    await expect(client.open(remote(), { signal })).rejects.toMatchObject({
      code: 'SOURCE_FAILED',
    });
    await closed;
  });

  it.each([
    ['of announced length', (response: http.ServerResponse) => response.end('x'.repeat(9))],
    [
      'of unannounced length',
      (response: http.ServerResponse) => (response.write('x'), response.end('x'.repeat(8))),
    ],
  ])('reads up to the limit and no further from a body %s', async (_, send) => {
    answer = send;
    const read = await client.read(remote(), { maxBytes: 9, signal });
    expect(read?.bytes.length).toBe(9);
    await expect(client.read(remote(), { maxBytes: 8, signal })).resolves.toBeNull();
  });

  it('gives up on endless headers', async () => {
    answer = ({ socket }) => {
      socket?.write('HTTP/1.1 200 OK\r\n');
      const send = (): void => {
        while (socket?.destroyed === false && socket.write(`x: ${'y'.repeat(65_536)}\r\n`)) {
          // Writing pauses when the connection's buffer is full.
        }
      };
      socket?.on('drain', send).on('error', () => undefined);
      send();
    };
    await expect(client.open(remote(), { signal })).rejects.toMatchObject({ reason: 'connection' });
  });
});
