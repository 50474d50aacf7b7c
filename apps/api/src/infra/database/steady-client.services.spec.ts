import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { DataSource } from 'typeorm';
import { SteadyClient } from './steady-client.js';

/** The ReadyForQuery message, which ends a connection's startup, without its status. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);

/** The message from Postgres to a connection that it terminates. */
function fatal(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}

it('survives a FATAL error on a fresh connection', async () => {
  const url = new URL(process.env['DIPPER_TEST_DATABASE_URL'] ?? 'postgres://none.invalid');
  const target = { host: url.hostname, port: Number(url.port) };
  let breaks = false;
  const proxy = createServer((client) => {
    const server = connect(target);
    client.pipe(server);
    server.on('data', (chunk: Buffer) => {
      const isReady = breaks && chunk.includes(READY);
      client.write(isReady ? Buffer.concat([chunk, fatal()]) : chunk);
    });
    client.on('error', () => server.destroy()).on('close', () => server.destroy());
    server.on('error', () => client.destroy()).on('close', () => client.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  url.port = String((proxy.address() as AddressInfo).port);
  const source = new DataSource({
    type: 'postgres',
    url: url.href,
    extra: { Client: SteadyClient },
    poolErrorHandler: () => undefined,
  });
  await source.initialize();
  try {
    breaks = true;
    const asked = Array.from({ length: 12 }, () => source.query('SELECT pg_sleep(0.01)'));
    await Promise.allSettled(asked);
    breaks = false;
    expect(await source.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  } finally {
    await source.destroy();
    proxy.close();
  }
});
