import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { TestServer } from './server.js';

export interface RawReply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/**
 * Returns the bytes of a request: the lines joined with CRLF, and a body with one byte per
 * character.
 */
export function requestText(lines: readonly string[], body = ''): Buffer {
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
}

/** Opens a connection and sends bytes verbatim, which an HTTP client would correct. */
export async function sendRaw(server: TestServer, bytes: Buffer): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

/**
 * Sends bytes verbatim, and reads until the server closes the connection or switches to a
 * WebSocket.
 */
export async function exchangeRaw(server: TestServer, bytes: Buffer): Promise<RawReply> {
  const socket = await sendRaw(server, bytes);
  let text = '';
  for await (const chunk of socket) {
    text += (chunk as Buffer).toString('utf8');
    if (text.startsWith('HTTP/1.1 101 ')) {
      break;
    }
  }
  socket.destroy();
  const [head = '', ...rest] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') };
}
