import { fromRoot } from '../setup/repository.mjs';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * The visitors of `npm run bench:load`, in a process of their own. Speaks the protocol of Socket.IO
 * itself (docs/socket.md), because thousands of whole clients would need more time than the server.
 *
 * @typedef {object} Sockets
 * @property {'sockets'} what
 * @property {string} url
 * @property {string[]} tasks one socket watches each
 * @property {number} messages how many arrive
 *
 * @typedef {object} Polls
 * @property {'polls'} what
 * @property {string} url
 * @property {string[]} tasks are asked for in turn
 * @property {number} seconds
 * @property {number} perSecond
 */

const require = createRequire(fromRoot('apps/api/package.json'));
/** @type {typeof import('ws')} */
const { WebSocket } = require('ws');
/** @type {typeof import('undici')} */
const { Pool } = require('undici');

/** How many handshakes are in progress at once. */
const AT_ONCE = 100;
const TICK_MS = 5;
/** In milliseconds. Stops waiting for lost messages, whose number is then reported. */
const GIVE_UP_MS = 120_000;
const CONNECTIONS = 64;

/** The time in milliseconds, by a clock that all processes on this machine share. */
const now = () => Number(process.hrtime.bigint()) / 1e6;

const [job] = /** @type {[Sockets | Polls]} */ (await once(process, 'message'));
await send(job.what === 'sockets' ? await listen(job) : await poll(job));
process.disconnect?.();

/**
 * @param {object} message
 * @returns {Promise<unknown>} settles once it is written. Disconnecting before that drops the rest of
 *   a long message.
 */
function send(message) {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, resolve));
}

/**
 * Watches each task over a socket of its own.
 * @param {Sockets} job
 * Sends how long that took once all have joined.
 * @returns {Promise<{ latenciesMs: number[] }>} the time from each message's publication, which it
 *   contains, to its arrival
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
 * @returns {Promise<import('ws').WebSocket>} once the room is joined
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
 * Asks for the status of tasks at a steady rate, whether or not the earlier requests are answered.
 * @param {Polls} job
 * @returns {Promise<{ latenciesMs: number[], refused: number }>} the time from when each request was
 *   due to the end of its answer
 */
async function poll({ url, tasks, seconds, perSecond }) {
  const pool = new Pool(url, { connections: CONNECTIONS });
  /** @type {number[]} */
  const latenciesMs = [];
  /** @type {Promise<void>[]} */
  const asked = [];
  let refused = 0;
  /** @param {number} dueMs @param {number} at */
  const ask = async (dueMs, at) => {
    const path = `/api/download/status/${tasks[at % tasks.length]}`;
    const { statusCode, body } = await pool.request({ method: 'GET', path });
    await body.text();
    refused += Number(statusCode !== 200);
    latenciesMs.push(now() - dueMs);
  };
  const startedMs = now();
  for (let at = 0; at < seconds * perSecond;) {
    for (; at < Math.min(seconds * perSecond, ((now() - startedMs) * perSecond) / 1000); at += 1) {
      asked.push(ask(startedMs + (at * 1000) / perSecond, at));
    }
    await delay(TICK_MS);
  }
  await Promise.all(asked);
  await pool.close();
  return { latenciesMs, refused };
}
