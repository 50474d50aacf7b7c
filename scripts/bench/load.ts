import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Server as SocketServer } from 'socket.io';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { pick, taskOf, TestClient } from '../../test/harness/client.js';
import { fromRoot } from '../setup/repository.mjs';
import { openReader } from './delivery.js';
import { make, MB, memoryOf, processorMs } from './harness/measure.js';
import type { Server, Stage } from './harness/stage.js';
import { quantile, row, type Row, shown } from './harness/table.js';

export const title = 'many visitors at once: sockets, polls, merges, slow readers, refusals';

interface Size {
  readonly sockets: number;
  readonly pollsPerSecond: number;
  readonly seconds: number;
  readonly merges: number;
  readonly mergeBytes: number;
  readonly readers: number;
  readonly searches: number;
}

const FULL: Size = {
  ...{ sockets: 4000, pollsPerSecond: 1000, seconds: 20 },
  ...{ merges: 50, mergeBytes: 20 * MB, readers: 200, searches: 500 },
};
const QUICK: Size = {
  ...{ sockets: 20, pollsPerSecond: 20, seconds: 0.3 },
  ...{ merges: 2, mergeBytes: MB, readers: 3, searches: 20 },
};
const TICK_MS = 10;
/** Highest acceptable 99th percentiles, milliseconds (docs/operator.md). */
const SLOW_MS = { push: 100, poll: 50, refusal: 50 };

export async function run(stage: Stage): Promise<Row[]> {
  const size = stage.quick ? QUICK : FULL;
  const [{ redisUrl }, databaseUrl] = await Promise.all([stage.services(), stage.database()]);
  const env = {
    ...{ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl },
    SECRET: randomBytes(24).toString('hex'),
  };
  const api = await stage.ownServer({ ...env, ROLE: 'api' });
  const origin = await stage.origin({ bigBytes: size.mergeBytes });
  const tasks = await fakeTasks(databaseUrl, api, `${origin.url}/dash/webm.mpd`, size.sockets);
  const pushed = await pushes(stage, { api, redisUrl, tasks, size });
  const polled = await polls(stage, api, tasks, size);
  await api.stop();
  return [...pushed, ...polled, ...(await work(stage, origin.url, size))];
}

/** The 99th percentile, and whether it is acceptable. */
function p99(what: string, latenciesMs: readonly number[], bar: number, note: string): Row {
  const value = quantile(latenciesMs, 0.99);
  const median = shown(quantile(latenciesMs, 0.5));
  const verdict = value < bar ? 'within' : 'ABOVE';
  const full = `${note}; median ${median} ms; ${verdict} the bar of ${bar} ms`;
  return row(what, 'ms', { ours: value }, { note: full });
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
  const startedMs = processorMs(api.pid);
  const [{ latenciesMs }] = await Promise.all([
    client.next<{ latenciesMs: number[] }>(),
    publish(worker.server, { tasks, status, messages }),
  ]);
  const usedMs = processorMs(api.pid) - startedMs;
  worker.close();
  assert.equal(latenciesMs.length, messages, 'all messages arrive');
  const costs = cost(usedMs, messages, messages / tasks.length);
  return [
    p99(
      `a push to ${tasks.length} sockets in rooms of their own, 1/s each`,
      ...([
        latenciesMs,
        SLOW_MS.push,
        `${costs}; ${shown(connectMs / 1000)} s to connect`,
      ] as const),
    ),
    row('… processor time for each message pushed', 'µs', {
      ours: (1000 * usedMs) / latenciesMs.length,
    }),
    row(
      '… memory for each socket',
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
  { seconds, pollsPerSecond: perSecond }: Size,
): Promise<Row[]> {
  const startedMs = processorMs(pid);
  const { latenciesMs, refused } = await stage
    .startAlone('load-client.mjs', { what: 'polls', url, tasks, seconds, perSecond })
    .next<{ latenciesMs: number[]; refused: number }>();
  assert.equal(refused, 0, 'all polls are answered with a status');
  const usedMs = processorMs(pid) - startedMs;
  return [
    p99(
      `a status poll, ${perSecond}/s`,
      ...([latenciesMs, SLOW_MS.poll, cost(usedMs, latenciesMs.length, seconds)] as const),
    ),
    row('… processor time for each poll', 'µs', { ours: (1000 * usedMs) / latenciesMs.length }),
  ];
}

const cost = (usedMs: number, count: number, seconds: number): string =>
  `${count} in ${seconds} s took ${shown(usedMs / 1000)} s of processor time`;

/** A whole server: simultaneous merges, slow readers, and more searches than it accepts. */
async function work(stage: Stage, origin: string, size: Size): Promise<Row[]> {
  const { url, pid, stop } = await stage.ownServer({
    MERGE_CONCURRENCY: String(size.merges),
    EXTRACT_CONCURRENCY: '2',
  });
  const atRest = memoryOf(pid).resident;
  const searched = await searches(url, origin, size);
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
  const path = `/api/download/file/${first.task}`;
  const readers = await Promise.all(
    Array.from({ length: size.readers }, () => openReader(url, path)),
  );
  const task = [first.task];
  const { latenciesMs } = await stage
    .startAlone('load-client.mjs', {
      ...{ what: 'polls', url, tasks: task, seconds: size.seconds / 4, perSecond: 50 },
    })
    .next<{ latenciesMs: number[] }>();
  const reading = memoryOf(pid).resident;
  readers.forEach((socket) => socket.destroy());
  await stop();
  const note = `${shown(reading)} MB resident, ${shown(merged.resident)} MB before`;
  return [
    ...searched,
    row(
      `${size.merges} merges of ${size.mergeBytes / MB} MB at once`,
      's',
      { ours: seconds },
      {
        note: `${used} s of processor time in the server itself; peak ${shown(merged.peak)} MB, ${shown(atRest)} MB at rest`,
      },
    ),
    p99(`a status poll beside ${size.readers} slow readers`, latenciesMs, SLOW_MS.poll, note),
  ];
}

/** More simultaneous searches than may wait in line. */
async function searches(url: string, origin: string, { searches: count }: Size): Promise<Row[]> {
  const ask = async (at: number): Promise<{ status: number; ms: number }> => {
    const startedMs = performance.now();
    const reply = await fetch(`${url}/api/download-video`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tweet_url: `${origin}/hang?search=${at}` }),
      signal: leaving.signal,
    }).catch(() => null);
    return { status: reply?.status ?? 0, ms: performance.now() - startedMs };
  };
  const leaving = new AbortController();
  const asked: Promise<{ status: number; ms: number }>[] = [];
  const refused: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const one = ask(at);
    asked.push(one);
    void one.then(({ status, ms }) => {
      if (status === 503) {
        refused.push(ms);
      }
    });
    await delay(2);
  }
  await delay(500);
  leaving.abort();
  await Promise.all(asked);
  // The quick form does not fill the line.
  return refused.length === 0
    ? []
    : [
        p99(
          `a search that is refused as BUSY`,
          refused,
          SLOW_MS.refusal,
          `${refused.length} of ${count}`,
        ),
      ];
}
