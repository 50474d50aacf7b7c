import { once } from 'node:events';
import { connect } from 'node:net';
import type { TestServer } from './server.js';

/** Empties a server's Redis, if it has one. */
export async function forgetQueue({ backend }: TestServer): Promise<void> {
  const address = backend.env['REDIS_URL'];
  if (address === undefined) {
    return;
  }
  const { hostname, port, password, pathname } = new URL(address);
  const socket = connect(Number(port), hostname);
  let said = '';
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString('latin1');
  });
  socket.end(`AUTH ${password}\r\nSELECT ${pathname.slice(1)}\r\nFLUSHDB\r\nQUIT\r\n`);
  await once(socket, 'close');
  if (!said.startsWith('+OK\r\n+OK\r\n+OK\r\n')) {
    throw new Error(`Redis could not be emptied: ${said}`);
  }
}
