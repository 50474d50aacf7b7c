import { fromRoot } from '../setup/repository.mjs';
import { once, setMaxListeners } from 'node:events';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * The visitors of `npm run bench:load`, in a separate process. Speaks the protocol of Socket.IO
 * itself (docs/http-api.md), because thousands of whole clients would need more time than the server.
 *
 * @typedef {object} Sockets
 * @property {'sockets'} what
 * @property {string} url
 * @property {string[]} tasks the tasks, each watched by one socket
 * @property {number} messages the number of messages to wait for
 *
 * @typedef {object} Polls
 * @property {'polls'} what
 * @property {string} url
 * @property {string[]} tasks the tasks whose status is requested in turn
 * @property {number} warmUpSeconds how long to send requests before the measurement
 * @property {number} seconds
 * @property {number} perSecond
 *
 * @typedef {object} Readers
 * @property {'readers'} what
 * @property {string} url
 * @property {string} path a file
 * @property {number} readers
 *
 * @typedef {object} Searches
 * @property {'searches'} what
 * @property {string} url
 * @property {string} link the start of a link, which leads to a new page for each number appended
 * @property {string} accept
 * @property {number} warmUpSeconds how long to send searches before the measurement
 * @property {number} seconds
 * @property {number} perSecond
 * @property {number} ofOneVisitor one in this many searches comes from the same visitor, and each of
 *   the others from a different one
 * @property {number} inLine the maximum number of searches that the server keeps waiting
 */

const require = createRequire(fromRoot('apps/api/package.json'));
/** @type {typeof import('ws')} */
const { WebSocket } = require('ws');
/** @type {typeof import('undici')} */
const { Agent, Pool, request } = require('undici');

/** How many handshakes are in progress at once. */
const AT_ONCE = 100;
const TICK_MS = 5;
/** In milliseconds. Stops waiting for lost messages or replies, whose number is then reported. */
const GIVE_UP_MS = 120_000;
const CONNECTIONS = 64;
/** A slow reader takes one piece (at most 64 KiB) of its reply in this time, in milliseconds. */
const PIECE_MS = 1000;
const RESOLUTION_MS = 10;
/** How many failures are described. */
const MOST_FAILURES = 5;

/** The time in milliseconds, by a clock that all processes on this machine share. */
const now = () => Number(process.hrtime.bigint()) / 1e6;

const [job] = /** @type {[Sockets | Polls | Readers | Searches]} */ (
  await once(process, 'message')
);
await send(await work(job));
process.disconnect?.();

/** @param {Sockets | Polls | Readers | Searches} given */
function work(given) {
  switch (given.what) {
    case 'sockets':
      return listen(given);
    case 'polls':
      return poll(given);
    case 'readers':
      return readSlowly(given);
    case 'searches':
      return search(given);
  }
}

/**
 * @param {object} message
 * @returns {Promise<unknown>} a promise that settles once it is written. Disconnecting before that
 *   drops the rest of a long message.
 */
function send(message) {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, resolve));
}

/**
 * Watches each task over a separate socket. Once all have joined, sends the time that this took.
 * @param {Sockets} job
 * @returns {Promise<{ latenciesMs: number[] }>} the time from each message's publication, which it
 * contains, to its arrival
 */
async function listen({ url, tasks, messages }) {
  /** @type {number[]} */
  const latenciesMs = [];
  const startedMs = now();
  let arrived = () => {};
  /** @type {Promise<void>} */
  const all = new Promise((resolve) => (arrived = resolve));
  /** @type {import('ws').WebSocket[]} */
  const sockets = [];
  const waiting = tasks.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const task of waiting) {
        sockets.push(
          await join(url, task, (ms) => {
            latenciesMs.push(ms);
            if (latenciesMs.length === messages) {
              arrived();
            }
          }),
        );
      }
    }),
  );
  await send({ connectMs: now() - startedMs });
  await Promise.race([all, delay(GIVE_UP_MS, undefined, { ref: false })]);
  sockets.forEach((socket) => socket.terminate());
  return { latenciesMs };
}

/**
 * @param {string} url
 * @param {string} task
 * @param {(latencyMs: number) => void} onMessage
 * @returns {Promise<import('ws').WebSocket>} the socket, once it has joined the room
 */
function join(url, task, onMessage) {
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { perMessageDeflate: false });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('a socket was closed')));
    socket.on('message', (data) => {
      const text = Buffer.isBuffer(data) ? data.toString() : '';
      if (text.startsWith('0')) {
        socket.send('40');
      } else if (text === '2') {
        socket.send('3');
      } else if (text.startsWith('40')) {
        socket.send(`420${JSON.stringify(['merge:subscribe', { task_id: task }])}`);
      } else if (text.startsWith('430')) {
        if (text.includes('"code"')) {
          reject(new Error(text));
        }
        resolve(socket);
      } else {
        const sent = /"message":"(\d+(?:\.\d+)?)"/.exec(text)?.[1];
        onMessage(now() - Number(sent));
      }
    });
  });
}

/**
 * Asks for the status of tasks at a steady rate, whether or not the earlier requests have been answered.
 * @param {Polls} job
 * @returns {Promise<{ warmUpMs: number[], latenciesMs: number[], refused: number, ownDelayMs: number }>}
 *   the time from when each request was due to the end of its answer, and how late this process itself was
 */
async function poll({ url, tasks, ...rate }) {
  const pool = new Pool(url, { connections: CONNECTIONS });
  /** @type {number[]} */
  const warmUpMs = [];
  /** @type {number[]} */
  const latenciesMs = [];
  /** @type {Promise<void>[]} */
  const asked = [];
  let refused = 0;
  const requests = tasks.map((task) => ({
    method: /** @type {const} */ ('GET'),
    path: `/api/download/status/${task}`,
  }));
  /** @param {Due} due */
  const ask = async ({ dueMs, at, counts }) => {
    const { statusCode, body } = await pool.request(
      requests[at % requests.length] ?? { method: 'GET', path: '/' },
    );
    await body.dump();
    refused += Number(statusCode !== 200);
    (counts ? latenciesMs : warmUpMs).push(now() - dueMs);
  };
  const { ownDelayMs } = await pace(rate, (due) => asked.push(ask(due)));
  await Promise.all(asked);
  await pool.close();
  return { warmUpMs, latenciesMs, refused, ownDelayMs };
}

/**
 * Opens downloads and reads them slowly, until this process is ended.
 * @param {Readers} job
 * @returns {Promise<{ open: number }>} once all replies have begun
 */
async function readSlowly({ url, path, readers }) {
  const { hostname, port } = new URL(url);
  await Promise.all(
    Array.from({ length: readers }, async () => {
      const socket = connect(Number(port), hostname);
      // The server cuts the replies when it stops.
      socket.on('error', () => undefined);
      socket.on('data', () => {
        socket.pause();
        setTimeout(() => socket.resume(), PIECE_MS);
      });
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
      const [head] = /** @type {[Buffer]} */ (await once(socket, 'data'));
      if (!head.toString('latin1').startsWith('HTTP/1.1 200 ')) {
        throw new Error(head.toString('latin1').split('\r\n', 1)[0]);
      }
    }),
  );
  return { open: readers };
}

/**
 * Sends searches at a steady rate, as a proxy does for many visitors. Ends once all have been
 * answered, except those in line.
 * @param {Searches} job
 * @returns {Promise<{ refusedMs: Record<string, number[]>, failures: string[], ownDelayMs: number }>} by
 *   code, the time from when each search was due to the end of its refusal; how late this process itself was
 */
async function search({ url, link, accept, ofOneVisitor, inLine, ...rate }) {
  // Each search that waits holds a connection, as behind a proxy. How long it takes to connect is part
  // of what is measured.
  const dispatcher = new Agent({
    connections: null,
    pipelining: 1,
    connect: { timeout: GIVE_UP_MS },
  });
  const leaving = new AbortController();
  setMaxListeners(0, leaving.signal);
  /** @type {Record<string, number[]>} */
  const refusedMs = {};
  let open = 0;
  /** @type {string[]} */
  const failures = [];
  /** @type {Promise<void>[]} */
  const asked = [];
  /** @param {Due} due */
  const ask = async ({ dueMs, at, counts }) => {
    const own = [10, 1 + (at >> 16), (at >> 8) & 255, at & 255].join('.');
    const { statusCode, body } = await request(`${url}/api/download-video`, {
      dispatcher,
      method: 'POST',
      signal: leaving.signal,
      headers: {
        ...{ 'content-type': 'application/json', accept },
        'x-forwarded-for': at % ofOneVisitor === 0 ? '10.0.0.1' : own,
      },
      body: JSON.stringify({ tweet_url: `${link}${at}` }),
    });
    const text = await body.text();
    if (statusCode !== 200 && counts) {
      const { code } = /** @type {{ code: string }} */ (JSON.parse(text));
      (refusedMs[code] ??= []).push(now() - dueMs);
    }
  };
  const { ownDelayMs } = await pace(rate, (due) => {
    open += 1;
    const sentMs = now();
    const ended = ask(due).finally(() => (open -= 1));
    asked.push(
      ended.catch((error) => {
        if (!leaving.signal.aborted && failures.length < MOST_FAILURES) {
          failures.push(
            `search ${due.at}, ${Math.round(now() - sentMs)} ms after it was sent: ${error}`,
          );
        }
      }),
    );
  });
  for (const until = now() + GIVE_UP_MS; open > inLine && now() < until;) {
    await delay(TICK_MS);
  }
  leaving.abort();
  await Promise.all(asked);
  await dispatcher.close();
  return { refusedMs, failures, ownDelayMs };
}

/**
 * @typedef {object} Due
 * @property {number} dueMs when the request was due
 * @property {number} at how many requests were due before
 * @property {boolean} counts false during the warm-up
 */

/**
 * Calls `ask` at a steady rate.
 * @param {{ warmUpSeconds: number, seconds: number, perSecond: number }} rate
 * @param {(due: Due) => void} ask
 * @returns {Promise<{ ownDelayMs: number }>} the 99th percentile of the delay of this process's event loop,
 *   which every measured time contains
 */
async function pace({ warmUpSeconds, seconds, perSecond }, ask) {
  const own = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const startedMs = now();
  const first = warmUpSeconds * perSecond;
  const all = first + seconds * perSecond;
  for (let at = 0; at < all;) {
    for (; at < Math.min(all, ((now() - startedMs) * perSecond) / 1000); at += 1) {
      if (at >= first) {
        own.enable();
      }
      ask({ dueMs: startedMs + (at * 1000) / perSecond, at, counts: at >= first });
    }
    await delay(TICK_MS);
  }
  own.disable();
  return { ownDelayMs: Math.max(0, own.percentile(99) / 1e6 - RESOLUTION_MS) };
}
