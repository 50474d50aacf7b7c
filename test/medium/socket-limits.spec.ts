import { errorReply, MERGE_EVENTS } from '@dipper/contract';
import { io, type Socket } from 'socket.io-client';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';

let server: TestServer;
let sockets: Socket[] = [];

beforeAll(async () => {
  server = await TestServer.start({ env: { RATE_LIMIT: 'on' } });
});
afterEach(() => {
  sockets.forEach((socket) => socket.disconnect());
  sockets = [];
});
afterAll(() => server.stop());

/** A socket of a visitor, as a trusted proxy passes it on. */
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

/** Whether a socket is let in. */
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
  it('is refused what is beyond, then heeded again', async () => {
    const socket = await connected('192.0.2.1');
    for (let at = 0; at < 40; at += 1) {
      socket.emit(MERGE_EVENTS.unsubscribe, { task_id: 'x' });
    }
    const refused = await waitUntil(async () => {
      const ack = await join(socket, 'A'.repeat(43));
      return ack.code === 'RATE_LIMITED' ? ack : null;
    }, 'a refusal');
    expect(refused).toEqual(errorReply('RATE_LIMITED', { seconds: 1 }));
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
  it('is refused the 51st, until one is closed; others are not', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => connected('2001:db8::1')));
    expect(await isWelcome(connect('2001:db8:0:ff::2'))).toBe(false);
    await connected('2001:db8:0:100::1');
    all[0]?.disconnect();
    await waitUntil(() => isWelcome(connect('2001:db8::1')), 'a place');
  });
});
