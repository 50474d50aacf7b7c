import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { startOrigin } from './origin.mjs';
import { startServer } from './server.mjs';

const MB = 1e6;
const FILE_BYTES = 200 * MB;
const FILE_READERS = 200;
const IMAGE_BYTES = 5 * 1024 * 1024;
const IMAGE_READERS = 60;
const SETTLE_MS = 4000;

/** Resident memory of a server while many visitors take what they asked for slowly, or not at all. */
export async function bench() {
  const origin = await startOrigin(FILE_BYTES);
  const site = await startSite(origin.url);
  const server = await startServer({ RATE_LIMIT: 'off' });
  try {
    const merged = await search(server.url, `${origin.url}/dash/big.mpd`);
    const task = merged.formats.find((format) => format.kind === 'merge')?.task_id ?? '';
    await merge(server.url, task);
    const { thumbnail_url } = await search(server.url, `${site.url}/page`);
    const image = `/api/image-proxy?url=${encodeURIComponent(thumbnail_url ?? '')}`;
    await delay(SETTLE_MS);
    report('at rest', server.pid);
    await withReaders(server, `/api/download/file/${task}`, FILE_READERS);
    await withReaders(server, image, IMAGE_READERS);
  } finally {
    await server.stop();
    await site.stop();
    await origin.stop();
  }
}

/**
 * @param {import('./server.mjs').BenchServer} server
 * @param {string} path
 * @param {number} count of visitors who ask for it, and take nothing of it for the time being
 */
async function withReaders(server, path, count) {
  const { port } = new URL(server.url);
  const sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
      const [head] = /** @type {[Buffer]} */ (await once(socket, 'data'));
      socket.pause();
      return { socket, status: head.toString('latin1').split(' ')[1] };
    }),
  );
  await delay(SETTLE_MS);
  const statuses = new Set(sockets.map(({ status }) => status));
  report(`${count} x ${path.slice(0, 18)} ${[...statuses].join()}`, server.pid);
  sockets.forEach(({ socket }) => socket.destroy());
  await delay(SETTLE_MS);
  report('  after they left', server.pid);
}

/**
 * A page with a large image.
 * @param {string} origin
 */
async function startSite(origin) {
  const jpeg = Buffer.alloc(IMAGE_BYTES, 1);
  jpeg.set([0xff, 0xd8, 0xff, 0xe0]);
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.jpg')) {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': jpeg.length });
      response.end(jpeg);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<title>page</title><meta property="og:title" content="page">
<meta property="og:image" content="http://${request.headers.host}/image.jpg">
<video><source src="${origin}/media/muxed.mp4" type="video/mp4"></video>`,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/**
 * @param {string} url of the server
 * @param {string} link
 */
async function search(url, link) {
  const reply = await fetch(`${url}/api/download-video`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tweet_url: link }),
  });
  return /** @type {import('@dipper/contract').VideoInfo} */ (await reply.json());
}

/**
 * @param {string} url of the server
 * @param {string} task
 */
async function merge(url, task) {
  await fetch(`${url}/api/download/start-merge?task_id=${task}`);
  for (let status = ''; status !== 'complete'; await delay(50)) {
    const reply = await fetch(`${url}/api/download/status/${task}`);
    const told = /** @type {import('@dipper/contract').MergeStatus} */ (await reply.json());
    ({ status } = told);
    if (status === 'error') {
      throw new Error(told.message);
    }
  }
}

/**
 * @param {string} when
 * @param {number} pid
 */
function report(when, pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (/** @type {string} */ name) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  console.log(`${when.padEnd(34)} ${megabytes('VmRSS')} MB, at the peak ${megabytes('VmHWM')} MB`);
}
