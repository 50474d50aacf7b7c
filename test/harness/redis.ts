import { once } from 'node:events';
import { connect } from 'node:net';
import type { TestServer } from './server.js';

export async function forgetQueue(server: TestServer): Promise<void> {
  if (server.backend.env['REDIS_URL'] !== undefined) {
    await askRedis(server, 'FLUSHDB');
  }
}

/** Sends a command to the Redis of a server. @returns the raw reply in RESP */
export async function askRedis({ backend }: TestServer, command: string): Promise<string> {
  const { hostname, port, password, pathname } = new URL(backend.env['REDIS_URL'] ?? '');
  const socket = connect(Number(port), hostname);
  let said = '';
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString('latin1');
  });
  socket.end(`AUTH ${password}\r\nSELECT ${pathname.slice(1)}\r\n${command}\r\nQUIT\r\n`);
  await once(socket, 'close');
  const [, reply] = /^\+OK\r\n\+OK\r\n([^-].*)\+OK\r\n$/s.exec(said) ?? [];
  if (reply === undefined) {
    throw new Error(`Redis refused ${command}: ${said}`);
  }
  return reply;
}
