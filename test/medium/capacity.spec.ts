import { API, MERGE_EVENTS } from '@dipper/contract';
import { io, type Socket } from 'socket.io-client';
import { failureOf, refusalOf } from '../harness/catalogue.js';
import { pick, refusal, taskOf, TestClient } from '../harness/client.js';
import { isAlive, pageReadersOf } from '../harness/processes.js';
import { searchEvents, typesOf } from '../harness/search-events.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

const LANES = 4;
const CROWD = '192.0.2.1';
const GUEST = '198.51.100.7';

let origin: Origin;
let server: TestServer;
let sockets: Socket[] = [];

beforeAll(async () => {
  const env = {
    RATE_LIMIT: 'on',
    EXTRACT_CONCURRENCY: String(LANES),
    // The origin's media last 12 s.
    MAX_DURATION_SECONDS: '6',
  };
  [origin, server] = await Promise.all([startOrigin(), TestServer.start({ env })]);
});
afterEach(() => {
  sockets.forEach((socket) => socket.disconnect());
  sockets = [];
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close()]);
});

/** Sends a search as a trusted proxy forwards it. */
function search(from: string, link: string, signal?: AbortSignal): Promise<Response> {
  return fetch(server.url + API.search, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ tweet_url: link }),
    ...(signal && { signal }),
  });
}

const endless = (name: string | number): string => `${origin.url}/endless?${name}`;
const beingRead = (): number => pageReadersOf(server.pid).length;

describe('200 searches by one visitor for pages that never end', () => {
  const leaving = new AbortController();
  const answers: { status: number; code: string; retryAfter: number }[] = [];

  it('are refused with Retry-After, except for those that can be served in time', async () => {
    for (let at = 0; at < 200; at += 1) {
      void search(CROWD, endless(at), leaving.signal).then(
        async (response) => {
          const retryAfter = Number(response.headers.get('retry-after'));
          answers.push({ ...(await refusal(response)), retryAfter });
        },
        () => undefined,
      );
    }
    await waitUntil(() => answers.length >= 180, 'the refusals');
    const codes = new Set(answers.map(({ status, code }) => `${status} ${code}`));
    expect([...codes].sort()).toEqual(['429 RATE_LIMITED', '503 BUSY']);
    const unclear = answers.filter(({ retryAfter }) => !(retryAfter >= 1 && retryAfter <= 120));
    expect(unclear).toEqual([]);
  });

  it('leave room for another visitor, and for everything that does not read pages', async () => {
    const before = answers.length;
    const response = await search(GUEST, `${origin.url}/dash/plain.mpd`);
    expect(response.status).toBe(200);
    for (const path of ['/', API.health, API.config]) {
      expect((await fetch(server.url + path)).status).toBe(200);
    }
    // The other visitor did not have to wait until the crowd was served.
    expect(answers.slice(before).filter(({ status }) => ![429, 503].includes(status))).toEqual([]);
    expect(beingRead()).toBeGreaterThan(0);
  });

  it('are no longer read when all clients have left', async () => {
    leaving.abort();
    await waitUntil(() => beingRead() === 0, 'the end of yt-dlp');
    // The visitor's rate limit allows one more request per second, which is served immediately.
    const again = await waitUntil(async () => {
      const response = await search(CROWD, `${origin.url}/dash/plain.mpd?again`);
      return response.status === 429 ? null : response;
    }, 'an answer');
    expect(again.status).toBe(200);
    const asked = origin.requests.filter(({ path }) => path.startsWith('/endless'));
    expect(new Set(asked.map(({ path }) => path)).size).toBeLessThanOrEqual(LANES / 2);
    expect(server.log).not.toContain('"level":50');
  });
});

describe('a page that never ends', () => {
  it('is read for as long as one of two visitors is waiting for it', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const asked = [first, second].map(({ signal }, at) =>
      search(`203.0.113.${at}`, endless('shared'), signal).catch(() => 'left'),
    );
    await waitUntil(() => beingRead() === 1, 'yt-dlp');
    const [child] = pageReadersOf(server.pid);
    first.abort();
    await expect(asked[0]).resolves.toBe('left');
    // The server stops reading a page 3 s after the last visitor has stopped waiting for it. Once
    // that has happened to the other page, it would also have happened to this one.
    const other = new AbortController();
    const gone = search('203.0.113.9', endless('other'), other.signal).catch(() => 'left');
    const another = await waitUntil(
      () => pageReadersOf(server.pid).find(({ pid }) => pid !== child?.pid) ?? null,
      'another yt-dlp',
    );
    other.abort();
    await gone;
    await waitUntil(() => !isAlive(another), 'the end of the other');
    expect(child && isAlive(child)).toBe(true);
    second.abort();
    await waitUntil(() => beingRead() === 0, 'the end of both');
    await asked[1];
  });
});

describe('a dozen concurrent visitors', () => {
  it('all get a result, and are sent their position in line while they wait', async () => {
    const all = await Promise.all(
      Array.from({ length: 3 * LANES }, (_, at) =>
        searchEvents(server, `${origin.url}/dash/plain.mpd?${at}`, `203.0.113.${100 + at}`),
      ),
    );
    expect(all.filter((events) => !typesOf(events).includes('result'))).toEqual([]);
    const waited = all.filter((events) => typesOf(events).includes('waiting'));
    expect(waited.length).toBeGreaterThan(0);
    for (const events of waited) {
      const places = events.flatMap((event) => (event.type === 'waiting' ? [event.place] : []));
      expect(places).toEqual([...places].sort((a, b) => b - a));
      expect(typesOf(events)).toContain('reading');
    }
  });
});

describe('media longer than MAX_DURATION_SECONDS', () => {
  it('is refused by the search if the page states the duration', async () => {
    const answer = await search('203.0.113.200', `${origin.url}/hls/master.m3u8`);
    expect(await refusal(answer)).toEqual(refusalOf('MEDIA_TOO_LONG', { hours: 0 }));
  });

  it('fails its task if only the streams reveal the duration', async () => {
    const client = new TestClient(server);
    const info = await client.search(`${origin.url}/dash/webm.mpd`);
    const end = await client.merge(taskOf(pick(info, ({ kind }) => kind === 'merge')));
    expect(end).toMatchObject(failureOf('MEDIA_TOO_LONG', { hours: 0 }));
    expect([await server.onDisk('work'), await server.onDisk('files')]).toEqual([[], []]);
  });
});

/** Opens a visitor's socket as a trusted proxy forwards it. */
function connect(from: string): Socket {
  const socket = io(server.url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { 'x-forwarded-for': from },
  });
  sockets.push(socket);
  return socket;
}

function isWelcome(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('connect_error', () => resolve(false));
  });
}

async function connected(from: string): Promise<Socket> {
  const socket = connect(from);
  expect(await isWelcome(socket)).toBe(true);
  return socket;
}

interface Ack {
  readonly error: string;
  readonly code: string;
}
const join = (socket: Socket, id: string): Promise<Ack> =>
  socket.emitWithAck(MERGE_EVENTS.subscribe, { task_id: id }) as Promise<Ack>;

describe('a socket that sends too much', () => {
  it('is refused while it exceeds the limit, and served again afterwards', async () => {
    const socket = await connected('192.0.2.1');
    const refused = await waitUntil(async () => {
      // This is twice the burst allowance, which even a slow server cannot have refilled in the
      // meantime.
      for (let at = 0; at < 80; at += 1) {
        socket.emit(MERGE_EVENTS.unsubscribe, { task_id: 'x' });
      }
      const ack = await join(socket, 'A'.repeat(43));
      return ack.code === 'RATE_LIMITED' ? ack : null;
    }, 'a refusal');
    expect(refused.code).toBe('RATE_LIMITED');
    expect(refused.error).toMatch(/in [1-9]\d* s\./);
    await waitUntil(
      async () => (await join(socket, 'A'.repeat(43))).code === 'TASK_UNKNOWN',
      'an answer',
    );
    expect(socket.connected).toBe(true);
  });

  it('is cut off when it does not stop', async () => {
    const [flood, calm] = await Promise.all([connected('192.0.2.2'), connected('192.0.2.2')]);
    for (let at = 0; at < 2000; at += 1) {
      flood.emit(MERGE_EVENTS.subscribe, { task_id: `id-${at}` });
    }
    await waitUntil(() => flood.disconnected, 'the end of the socket');
    expect((await join(calm, 'A'.repeat(43))).code).toMatch(/TASK_UNKNOWN|RATE_LIMITED/);
  });
});

describe('a visitor with many sockets', () => {
  it('is refused the 51st socket until one is closed, while other visitors are not', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => connected('2001:db8::1')));
    expect(await isWelcome(connect('2001:db8:0:ff::2'))).toBe(false);
    await connected('2001:db8:0:100::1');
    all[0]?.disconnect();
    await waitUntil(() => isWelcome(connect('2001:db8::1')), 'a place');
  });
});
