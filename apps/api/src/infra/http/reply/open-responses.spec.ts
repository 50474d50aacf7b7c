import { once } from 'node:events';
import { createServer, type Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenResponses } from './open-responses.js';

const MIB = 1024 ** 2;

describe('OpenResponses', () => {
  let server: Server;
  let response: ServerResponse;
  /** Kept in a variable, because `fetch` drops the connection of a garbage-collected reply. */
  let reply: Response;
  let open: OpenResponses;
  /** A fake clock, in milliseconds. It advances by a second each time it is read. */
  let now: number;
  let onLook: () => void;

  beforeEach(async () => {
    open = new OpenResponses({ SHUTDOWN_GRACE_SECONDS: 20 }, { onBegin: () => undefined });
    server = createServer((_, begun) => {
      response = begun;
      open.add(begun);
      begun.write('begun');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    now = 0;
    onLook = () => undefined;
    jest.spyOn(Date, 'now').mockImplementation(() => {
      onLook();
      return (now += 1000);
    });
    open.onModuleDestroy();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    expect(reply.bodyUsed).toBe(false);
    server.closeAllConnections();
    server.close();
  });

  it('waits up to 20 s for a reply that is making progress', async () => {
    onLook = () => response.write('more');
    await open.beforeApplicationShutdown();
    expect(now).toBeGreaterThanOrEqual(20_000);
  });

  it('waits for a reply that we have not finished, even if nothing is sent for a while', async () => {
    await open.beforeApplicationShutdown();
    expect(now).toBeGreaterThanOrEqual(20_000);
  });

  it('waits only for replies that were open at the time of the call', async () => {
    let at = 0;
    onLook = () => {
      at += 1;
      if (at === 3) {
        open.add(new ServerResponse(response.req));
        response.end();
      }
    };
    await open.settle();
    expect(now).toBeLessThan(15_000);
  });

  it('waits 3 s for open replies if the grace period is over when closing begins', async () => {
    now = 60_000;
    await open.settle();
    expect(now).toBeGreaterThanOrEqual(63_000);
    expect(now).toBeLessThan(70_000);
  });

  it('closes the connections of requests that arrive after the signal', () => {
    const late = new ServerResponse(response.req);
    open.add(late);
    expect([response.shouldKeepAlive, late.shouldKeepAlive]).toEqual([true, false]);
  });

  it('does not wait for a reply that is no longer read', async () => {
    // More than the buffers between server and client can hold, and nobody reads it.
    response.write(Buffer.alloc(64 * MIB));
    await open.beforeApplicationShutdown();
    expect(response.destroyed).toBe(false);
    expect(now).toBeLessThan(15_000);
  });
});
