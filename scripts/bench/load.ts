import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Server as SocketServer } from 'socket.io';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { pick, taskOf, TestClient } from '../../test/harness/client.js';
import { fromRoot } from '../setup/repository.mjs';
import { make, MB, memoryOf, processorMs } from './harness/measure.js';
import type { Server, Stage } from './harness/stage.js';
import { row, type Row, shown } from './harness/table.js';
import { cost, loopDelay, p99, SLOW_MS } from './load/latency.js';
import { besideReaders, type Polled } from './load/readers.js';
import { refusals } from './load/refusals.js';

export const title = 'many visitors at once: sockets, polls, merges, slow readers, refusals';

interface Size {
  readonly sockets: number;
  readonly pollsPerSecond: number;
  readonly seconds: number;
  readonly merges: number;
  readonly mergeBytes: number;
  readonly readers: number;
  readonly readerBytes: number;
  readonly pollsBesideReaders: number;
  /** A server's first requests run code that has not been optimized yet. */
  readonly warmUpSeconds: number;
  readonly searchesPerSecond: number;
  readonly refusalSeconds: number;
  readonly ofOneVisitor: number;
  readonly inLine: number;
}

const FULL: Size = {
  ...{ sockets: 4000, pollsPerSecond: 1000, seconds: 20 },
  ...{ merges: 50, mergeBytes: 20 * MB },
  // Long enough that no reader comes to the end.
  ...{ readers: 200, readerBytes: 60 * MB, pollsBesideReaders: 200, warmUpSeconds: 5 },
  // The line has room for 500, and four pages are read at once.
  ...{ searchesPerSecond: 200, refusalSeconds: 20, ofOneVisitor: 4, inLine: 504 },
};
const QUICK: Size = {
  ...{ sockets: 20, pollsPerSecond: 20, seconds: 0.3 },
  ...{ merges: 2, mergeBytes: MB },
  ...{ readers: 3, readerBytes: MB, pollsBesideReaders: 20, warmUpSeconds: 0 },
  ...{ searchesPerSecond: 1000, refusalSeconds: 0.3, ofOneVisitor: 2, inLine: 64 },
};
const TICK_MS = 10;
export async function run(stage: Stage): Promise<Row[]> {
  const size = stage.quick ? QUICK : FULL;
  const [{ redisUrl }, databaseUrl] = await Promise.all([stage.services(), stage.database()]);
  const env = {
    ...{ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl },
    SECRET: randomBytes(24).toString('hex'),
  };
  const refused = await refusals(stage, { ...env, DATABASE_URL: await stage.database() }, size);
  const api = await stage.ownServer({ ...env, ROLE: 'api' });
  const origin = await stage.origin({ bigBytes: size.mergeBytes });
  const tasks = await fakeTasks(databaseUrl, api, `${origin.url}/dash/webm.mpd`, size.sockets);
  const pushed = await pushes(stage, { api, redisUrl, tasks, size });
  const polled = await polls(stage, api, tasks, size);
  await api.stop();
  return [...pushed, ...polled, ...(await work(stage, origin.url, size)), ...refused];
}

/**
 * Creates tasks that appear to be running, although nothing runs them.
 * @returns their ids
 */
async function fakeTasks(
  url: string,
  server: Server,
  link: string,
  count: number,
): Promise<string[]> {
  const info = await new TestClient(server).search(link);
  const task = taskOf(pick(info, ({ kind }) => kind === 'merge'));
  await new TestClient(server).start(task);
  const ids = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const source = await new DataSource({ type: 'postgres', url }).initialize();
  try {
    await source.query(
      `INSERT INTO merge_task
       SELECT copy.* FROM merge_task AS own, unnest($2::text[]) AS id, LATERAL jsonb_populate_record(
         NULL::merge_task,
         to_jsonb(own) || jsonb_build_object('task_id', id, 'share_key', id, 'status', 'processing',
           'stage', 'video', 'progress', 10, 'lease_until', now() + interval '1 day')
       ) AS copy WHERE own.task_id = $1`,
      [task, ids],
    );
  } finally {
    await source.destroy();
  }
  return ids;
}

interface PushOptions {
  readonly api: Server;
  readonly redisUrl: string;
  readonly tasks: readonly string[];
  readonly size: Size;
}

/**
 * Sends one message a second to each room from another process, through Redis, as a worker does.
 */
async function pushes(stage: Stage, { api, redisUrl, tasks, size }: PushOptions): Promise<Row[]> {
  const status = await new TestClient(api).status(tasks[0] ?? '');
  const before = memoryOf(api.pid).resident;
  const { url } = api;
  const messages = tasks.length * Math.max(1, size.seconds);
  const client = stage.startAlone('load-client.mjs', {
    ...{ what: 'sockets', url, tasks, messages },
  });
  const { connectMs } = await client.next<{ connectMs: number }>();
  const joined = memoryOf(api.pid).resident;
  const worker = await workerSockets(redisUrl);
  await loopDelay(url);
  const startedMs = processorMs(api.pid);
  const [{ latenciesMs }] = await Promise.all([
    client.next<{ latenciesMs: number[] }>(),
    publish(worker.server, { tasks, status, messages }),
  ]);
  const usedMs = processorMs(api.pid) - startedMs;
  const late = await loopDelay(url);
  worker.close();
  assert.equal(latenciesMs.length, messages, 'all messages arrive');
  const costs = cost(usedMs, messages, messages / tasks.length);
  return [
    p99(
      `a push to ${tasks.length} sockets in separate rooms, 1/s each`,
      ...([
        latenciesMs,
        SLOW_MS.push,
        `${costs}; ${shown(connectMs / 1000)} s to connect; ${late}`,
      ] as const),
    ),
    row('… processor time per message', 'µs', {
      ours: (1000 * usedMs) / latenciesMs.length,
    }),
    row(
      '… memory per socket',
      'kB',
      { ours: Math.max(0.1, ((joined - before) * 1024) / tasks.length) },
      { note: `${shown(before)} MB before, ${shown(joined)} MB with ${tasks.length} sockets` },
    ),
  ];
}

/** The sockets a worker sends its messages through (apps/api/src/merge/merge-announcer.ts). */
async function workerSockets(
  redisUrl: string,
): Promise<{ server: SocketServer; close: () => void }> {
  const require = createRequire(fromRoot('apps/api/package.json'));
  const { Server } = require('socket.io') as typeof import('socket.io');
  const { createAdapter } = require('@socket.io/redis-adapter') as {
    createAdapter: (...connections: unknown[]) => never;
  };
  const { Redis } = require('ioredis') as typeof import('ioredis');
  const connections = [new Redis(redisUrl), new Redis(redisUrl)];
  await Promise.all(connections.map((connection) => connection.ping()));
  const server = new Server();
  server.adapter(createAdapter(...connections));
  return { server, close: () => connections.forEach((connection) => connection.disconnect()) };
}

interface Publication {
  readonly tasks: readonly string[];
  readonly status: object;
  readonly messages: number;
}

/** Sends each room one message a second, evenly spread, until that many have been sent. */
async function publish(
  server: SocketServer,
  { tasks, status, messages }: Publication,
): Promise<void> {
  const startedMs = performance.now();
  let sent = 0;
  while (sent < messages) {
    const due = ((performance.now() - startedMs) * tasks.length) / 1000;
    for (; sent < Math.min(due, messages); sent += 1) {
      const task_id = tasks[sent % tasks.length] ?? '';
      const message = String(Number(process.hrtime.bigint()) / 1e6);
      server.to(task_id).emit('merge:update', { ...status, task_id, message });
    }
    await delay(TICK_MS);
  }
}

async function polls(
  stage: Stage,
  { url, pid }: Server,
  tasks: readonly string[],
  { seconds, warmUpSeconds, pollsPerSecond: perSecond }: Size,
): Promise<Row[]> {
  const startedMs = processorMs(pid);
  await loopDelay(url);
  const { warmUpMs, latenciesMs, refused, ownDelayMs } = await stage
    .startAlone('load-client.mjs', { what: 'polls', url, tasks, warmUpSeconds, seconds, perSecond })
    .next<Polled>();
  // A server that shares the machine with the whole test suite may answer 503.
  assert(stage.quick || refused === 0, `${refused} polls were refused`);
  const usedMs = processorMs(pid) - startedMs;
  const count = warmUpMs.length + latenciesMs.length;
  const late = `${await loopDelay(url)}, client by ${shown(ownDelayMs)} ms`;
  const costs = cost(usedMs, count, warmUpSeconds + seconds);
  return [
    p99(
      `a status poll, ${perSecond}/s`,
      ...([latenciesMs, SLOW_MS.poll, `${costs}; ${late}`] as const),
    ),
    row('… processor time per poll', 'µs', { ours: (1000 * usedMs) / count }),
  ];
}

/** A whole server, with the embedded database: simultaneous merges, and slow readers. */
async function work(stage: Stage, origin: string, size: Size): Promise<Row[]> {
  const { url, pid, stop } = await stage.ownServer({
    MERGE_CONCURRENCY: String(size.merges),
    EXTRACT_CONCURRENCY: '2',
  });
  const atRest = memoryOf(pid).resident;
  const offered: string[] = [];
  while (offered.length < size.merges) {
    const info = await new TestClient({ url }).search(
      `${origin}/dash/big.mpd?at=${offered.length}`,
    );
    offered.push(taskOf(pick(info, ({ kind }) => kind === 'merge')));
  }
  const startedMs = performance.now();
  const usedMs = processorMs(pid);
  const [first, ...others] = await Promise.all(offered.map((task) => make(url, task)));
  assert(first, 'no merge was made');
  const sizes = [...new Set(others.map(({ bytes }) => bytes))];
  assert.deepEqual(sizes, [first.bytes], 'all files are equally large');
  const seconds = (performance.now() - startedMs) / 1000;
  const merged = memoryOf(pid);
  const used = shown((processorMs(pid) - usedMs) / 1000);
  const beside = await besideReaders(stage, url, size);
  const reading = memoryOf(pid).resident;
  await stop();
  return [
    row(
      `${size.merges} merges of ${size.mergeBytes / MB} MB at once`,
      's',
      { ours: seconds },
      {
        note: `${used} s of processor time in the server itself; peak ${shown(merged.peak)} MB, ${shown(atRest)} MB at rest`,
      },
    ),
    p99(
      `a status poll while ${size.readers} clients read slowly`,
      ...([
        beside.latenciesMs,
        SLOW_MS.poll,
        `${beside.note}; ${shown(reading)} MB resident, ${shown(merged.resident)} MB before`,
      ] as const),
    ),
  ];
}
