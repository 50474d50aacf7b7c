import { once } from 'node:events';
import { createServer } from 'node:http';
import { bytesAt } from './numbered-bytes.mjs';

/**
 * Serves ranges of one file: `/free…` as fast as possible, other paths at `rate` bytes per second per
 * connection. `/crowded…` answers 429 beyond `crowd` concurrent requests; `…-tenth…` is a tenth of the
 * file. Answers each message with the number of refused requests.
 */
const { size, rate, crowd } = JSON.parse(process.argv[2] ?? '{}');
let [atOnce, refused] = [0, 0];
const server = createServer((request, response) => {
  const path = request.url ?? '';
  if (path.startsWith('/crowded') && atOnce >= crowd) {
    refused += 1;
    response.writeHead(429).end();
    return;
  }
  atOnce += 1;
  response.once('close', () => (atOnce -= 1));
  const total = path.includes('-tenth') ? size / 10 : size;
  const asked = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const start = Number(asked?.[1] ?? 0);
  const end = asked?.[2] ? Math.min(Number(asked[2]) + 1, total) : total;
  response.writeHead(asked === null ? 200 : 206, {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'content-length': end - start,
    etag: '"1"',
    ...(asked !== null && { 'content-range': `bytes ${start}-${end - 1}/${total}` }),
  });
  if (request.method === 'HEAD') {
    response.end();
  } else {
    void send(response, { start, end, limit: path.startsWith('/free') ? Infinity : rate });
  }
});

/** When a connection may send again; a new request on it does not reset the limit. */
const freeAt = /** @type {WeakMap<object, number>} */ (new WeakMap());

/**
 * @param {import('node:http').ServerResponse} response
 * @param {{ start: number, end: number, limit: number }} range limit: bytes per second, without catching up after a pause
 */
async function send(response, { start, end, limit }) {
  const { socket } = response;
  for (let at = start; at < end && !response.destroyed && socket !== null;) {
    const piece = bytesAt(at, limit === Infinity ? end : Math.min(end, at + limit / 50));
    at += piece.length;
    if (limit !== Infinity) {
      const now = performance.now();
      const from = Math.max(now - 40, freeAt.get(socket) ?? now);
      freeAt.set(socket, from + (piece.length / limit) * 1000);
      await new Promise((resolve) => setTimeout(resolve, from - now));
    }
    // Calls back when the data is flushed or the connection is closed.
    await new Promise((resolve) => response.write(piece, resolve));
  }
  response.end();
}

await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
process.send?.({ url: `http://127.0.0.1:${port}` });
process.on('message', () => process.send?.(refused));
process.on('disconnect', () => process.exit());
