import { API, errorReplySchema } from '@dipper/contract';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { refusalOf } from '../harness/catalogue.js';
import { TestClient } from '../harness/client.js';
import { requestText, sendRaw } from '../harness/raw-request.js';
import { READY, untilReports } from '../harness/readiness.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';

/**
 * The maximum number of connections per address. 6,000 were tested by hand
 * (docs/decisions/0035-slow-clients.md).
 */
const MOST = 300;

let server: TestServer;
let client: TestClient;
const JSON_TYPE = 'Content-Type: application/json';
const LENGTH = 'Content-Length: 65536';
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await TestServer.start({
    env: {
      BODY_TIMEOUT_SECONDS: '2',
      RATE_LIMIT: 'on',
      CONNECTIONS_PER_ADDRESS: String(MOST),
      // By default, loopback is a trusted proxy, and connections from it are not counted.
      TRUST_PROXY: '192.0.2.1',
    },
  });
  client = new TestClient(server);
});
afterEach(() => {
  sockets.splice(0).forEach((socket) => socket.destroy());
});
afterAll(() => server.stop());

/** Sends only the headers of a request that announces a body. */
async function promise(line: string, ...headers: string[]): Promise<Socket> {
  const head = [`${line} HTTP/1.1`, 'Host: dipper.test', ...headers];
  const socket = await sendRaw(server, requestText(head));
  sockets.push(socket.on('error', () => undefined));
  return socket;
}

/** Reads until the connection closes. Data that we send in the meantime may reset it. */
async function received(socket: Socket): Promise<string> {
  let reply = '';
  socket.on('data', (chunk: Buffer) => {
    reply += chunk.toString();
  });
  await once(socket.resume(), 'close');
  return reply;
}

async function refusalIn(socket: Socket): Promise<object> {
  const reply = await received(socket);
  const [head = '', body = ''] = reply.split('\r\n\r\n');
  expect(head).toMatch(/^connection: close$/im);
  const status = Number(head.split(' ')[1]);
  return { ...errorReplySchema.parse(JSON.parse(body)), status };
}

describe('a body that trickles', () => {
  it('is cut off with 408 on every path and method', async () => {
    const sent = [
      [`POST ${API.search}`, LENGTH],
      [`POST ${API.search}`, 'Transfer-Encoding: chunked'],
      ['POST /', LENGTH],
      ['POST /nowhere', LENGTH],
      ['PUT /', LENGTH],
      ['DELETE /', LENGTH],
    ].map(async ([line = '', length = '']) => {
      const socket = await promise(line, JSON_TYPE, length);
      const piece = length === LENGTH ? ' ' : '1\r\n \r\n';
      const drip = setInterval(() => socket.write(piece), 100);
      socket.once('close', () => clearInterval(drip));
      return [line, await refusalIn(socket)];
    });
    for (const [line, refusal] of await Promise.all(sent)) {
      expect([line, refusal]).toEqual([line, refusalOf('REQUEST_TIMEOUT')]);
    }
  });

  it('is refused immediately where no body is expected', async () => {
    for (const line of ['GET /', 'HEAD /', `GET ${API.health}`]) {
      const socket = await promise(line, JSON_TYPE, LENGTH);
      expect([line, await received(socket)]).toEqual([
        line,
        expect.stringMatching(/^HTTP\/1\.1 400 /),
      ]);
    }
  });

  it('is not read any further after it has been refused', async () => {
    const [form, account] = await Promise.all([
      promise('POST /', 'Content-Type: text/plain', LENGTH),
      // This host has no accounts.
      promise(`POST ${API.login}`, JSON_TYPE, LENGTH),
    ]);
    const replies = await Promise.all([received(form), received(account)]);
    expect(replies.map((reply) => reply.split(' ')[1])).toEqual(['415', '404']);
  });
});

it('visitors are served while hundreds of clients withhold request bodies and time out', async () => {
  const held = await Promise.all(
    Array.from({ length: MOST / 2 }, () => promise(`POST ${API.search}`, JSON_TYPE, LENGTH)),
  );
  const ends = held.map((socket) => received(socket));
  expect((await client.fetch('/')).status).toBe(200);
  expect(await untilReports(server, READY)).toBe(200);
  for (const reply of await Promise.all(ends)) {
    expect(reply).toMatch(/^HTTP\/1\.1 408 /);
  }
});

it('refuses connections above the limit per address, and accepts new ones once others close', async () => {
  const idle = await Promise.all(
    Array.from({ length: MOST + 1 }, () => sendRaw(server, Buffer.alloc(0))),
  );
  sockets.push(...idle);
  const [reply] = await Promise.race(
    idle.map(async (socket) => (await once(socket, 'data')) as [Buffer]),
  );
  expect(reply.toString()).toMatch(/^HTTP\/1\.1 429 [^]*Retry-After: \d+[^]*"code":"RATE_LIMITED"/);
  idle.forEach((socket) => socket.destroy());
  await waitUntil(async () => {
    const status = await client.fetch(API.ready).then(
      (response) => response.status,
      () => null,
    );
    return status === 200;
  }, 'room again');
});
