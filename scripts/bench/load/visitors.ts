import { API } from '@dipper/contract';
import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { WebSocket } from 'ws';
import { inLanes } from '../harness/requests.js';
import { median, quantile, row, type Row, shown } from '../harness/table.js';

const TICK_MS = 5;
const RESOLUTION_MS = 10;
/** Stops waiting for lost messages or replies. */
const GIVE_UP_MS = 120_000;
const CONNECTIONS = 64;
/** How many handshakes are in progress at once. */
const HANDSHAKES = 100;

export interface Rate {
  readonly perSecond: number;
  readonly seconds: number;
  /** A server's first requests run code that has not been optimized yet, and do not count. */
  readonly warmUpSeconds?: number;
}

export interface Answers {
  /** For each kind of answer, the time from when a question was due until it was answered. */
  readonly timesMs: Readonly<Record<string, readonly number[]>>;
  /** How late this process's own event loop was, which every time contains. */
  readonly ownDelay: string;
}

/**
 * Asks at a steady rate, whether or not the earlier questions have been answered.
 * @param ask returns the kind of answer
 * @param leaveOpen how many questions may still be waiting for an answer at the end
 */
export async function atRate(
  { perSecond, seconds, warmUpSeconds = 0 }: Rate,
  ask: (at: number, signal: AbortSignal) => Promise<string>,
  leaveOpen = 0,
): Promise<Answers> {
  const timesMs: Record<string, number[]> = {};
  const failures: string[] = [];
  const leaving = new AbortController();
  setMaxListeners(0, leaving.signal);
  const own = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const first = warmUpSeconds * perSecond;
  const all = first + seconds * perSecond;
  const startedMs = performance.now();
  let open = 0;
  const one = async (at: number): Promise<void> => {
    open += 1;
    try {
      const answer = await ask(at, leaving.signal);
      if (at >= first) {
        (timesMs[answer] ??= []).push(performance.now() - startedMs - (at * 1000) / perSecond);
      }
    } catch (error) {
      failures.push(String(error));
    }
    open -= 1;
  };
  for (let at = 0; at < all; await delay(TICK_MS)) {
    if (at >= first) {
      own.enable();
    }
    for (; at < Math.min(all, ((performance.now() - startedMs) * perSecond) / 1000); at += 1) {
      void one(at);
    }
  }
  own.disable();
  for (const until = performance.now() + GIVE_UP_MS; open > leaveOpen;) {
    assert(performance.now() < until, `${open} of ${all} were not answered`);
    await delay(TICK_MS);
  }
  assert.deepEqual(failures.slice(0, 5), [], 'all are answered');
  leaving.abort();
  const late = Math.max(0, own.percentile(99) / 1e6 - RESOLUTION_MS);
  return { timesMs, ownDelay: `client late by ${shown(late)} ms` };
}

/** Asks for the status of tasks in turn. */
export async function poll(url: string, tasks: readonly string[], rate: Rate): Promise<Answers> {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const found = await atRate(rate, async (at) => {
    const path = API.status(tasks[at % tasks.length] ?? '');
    const { statusCode, body } = await pool.request({ method: 'GET', path });
    await body.dump();
    return String(statusCode);
  });
  await pool.close();
  return found;
}

/**
 * Watches each task over its own socket. Speaks the protocol of Socket.IO itself
 * (docs/http-api.md), because thousands of whole clients would need more time than the server.
 * @returns a function that closes the sockets
 */
export async function watchTasks(
  url: string,
  tasks: readonly string[],
  onMessage: (text: string) => void,
): Promise<() => void> {
  const sockets: WebSocket[] = [];
  await inLanes(HANDSHAKES, tasks, async (task) => {
    sockets.push(await join(url, task, onMessage));
  });
  return () => sockets.forEach((socket) => socket.terminate());
}

/** @returns the socket, once it has joined the room of the task */
function join(url: string, task: string, onMessage: (text: string) => void): Promise<WebSocket> {
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { perMessageDeflate: false });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('a socket was closed')));
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.startsWith('0')) {
        socket.send('40');
      } else if (text === '2') {
        socket.send('3');
      } else if (text.startsWith('40')) {
        socket.send(`420${JSON.stringify(['merge:subscribe', { task_id: task }])}`);
      } else if (text.startsWith('430')) {
        return text.includes('"code"') ? reject(new Error(text)) : resolve(socket);
      } else {
        onMessage(text);
      }
    });
  });
}

/** The 99th percentile beside the limit that is acceptable. */
export function slowest(
  what: string,
  timesMs: readonly number[] = [],
  { limit, note }: { limit: number; note: string },
): Row {
  const full = `median ${shown(median(timesMs))} ms; ${note}`;
  return row(`${what}, slowest 1%`, 'ms', { ours: quantile(timesMs, 0.99), limit }, { note: full });
}
