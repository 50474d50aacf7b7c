import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenResponses } from './open-responses.js';

describe('OpenResponses', () => {
  let server: Server;
  let response: ServerResponse;
  let open: OpenResponses;
  /** A fake clock, milliseconds. It advances by a second each time it is read. */
  let now: number;
  let onLook: () => void;

  beforeEach(async () => {
    open = new OpenResponses({ SHUTDOWN_GRACE_SECONDS: 20 });
    server = createServer((_, reply) => {
      response = reply;
      open.add(reply);
      reply.write('begun');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
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
    server.closeAllConnections();
    server.close();
  });

  it('waits up to 20 s for a reply that is making progress', async () => {
    onLook = () => response.write('more');
    await open.beforeApplicationShutdown();
    expect(now).toBeGreaterThanOrEqual(20_000);
  });

  it('does not wait for a reply that is no longer read', async () => {
    await open.beforeApplicationShutdown();
    expect(response.destroyed).toBe(false);
    expect(now).toBeLessThan(15_000);
  });
});
