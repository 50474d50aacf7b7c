import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { timeMs } from './measure.js';
import { quantile } from './table.js';

/** Works on the items in order, on so many at a time. */
export async function inLanes<T>(
  lanes: number,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  const lane = async (): Promise<void> => {
    for (const item of waiting) {
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Times in milliseconds, and how many there were per second. */
export type Repeated = Record<'median' | 'p99' | 'rate', number>;

export async function repeat(
  times: number,
  lanes: number,
  work: () => Promise<unknown>,
): Promise<Repeated> {
  const found: number[] = [];
  const one = async (): Promise<unknown> => found.push(await timeMs(work));
  const ms = await timeMs(() => inLanes(lanes, Array.from({ length: times }), one));
  return {
    median: quantile(found, 0.5),
    p99: quantile(found, 0.99),
    rate: (1000 * times) / ms,
  };
}

/** A site whose pages contain a player. */
export const clipPages: RequestListener = ({ url = '' }, response) => {
  const isClip = url.endsWith('.mp4');
  const page = `<title>${url}</title><video><source src="/clip.mp4" type="video/mp4"></video>`;
  response.setHeader('content-type', isClip ? 'video/mp4' : 'text/html');
  response.end(isClip ? Buffer.alloc(2000) : page);
};

/** Opens a download and stops reading after the first bytes. */
export async function openReader(server: string, path: string): Promise<Socket> {
  const { hostname, port } = new URL(server);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // Ignores errors, because the server drops clients that stop reading.
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  const [status = ''] = head.toString('latin1').split('\r\n', 1);
  assert(status.includes(' 200 '), `${path.slice(0, 18)} is answered with ${status}`);
  return socket;
}
