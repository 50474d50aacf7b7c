import { createAdapter } from '@socket.io/redis-adapter';
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Server as SocketServer } from 'socket.io';
import { DataSource } from 'typeorm';
import { pick, taskOf, TestClient } from '../../test/harness/client.js';
import { Scrape } from '../../test/harness/scrape.js';
import { make, MB, memoryOf, processorMs } from './harness/measure.js';
import { openReader } from './harness/requests.js';
import type { Server, Stage } from './harness/stage.js';
import { quantile, row, type Row, shown } from './harness/table.js';
import { refusals } from './load/refusals.js';
import { type Answers, atRate, poll, slowest, watchTasks } from './load/visitors.js';

export const title = 'many visitors at once: sockets, polls, merges, slow readers, refusals';

/** Highest acceptable 99th percentiles, in milliseconds. */
const LIMITS = { push: 100, poll: 50 };
const FULL = {
  ...{ sockets: 4000, polls: { perSecond: 1000, seconds: 20, warmUpSeconds: 5 } },
  ...{ merges: 50, mergeBytes: 20 * MB },
  // Long enough that no reader comes to the end.
  ...{ readers: 200, readerBytes: 60 * MB, beside: { perSecond: 200, seconds: 20 } },
};
const QUICK: typeof FULL = {
  ...{ sockets: 20, polls: { perSecond: 20, seconds: 0.3, warmUpSeconds: 0 } },
  ...{ merges: 2, mergeBytes: MB },
  ...{ readers: 3, readerBytes: MB, beside: { perSecond: 20, seconds: 0.3 } },
};
/** A slow reader takes one piece (at most 64 KiB) of its reply in this time, in milliseconds. */
const PIECE_MS = 1000;
const PIECE_BYTES = 64 * 1024;
const LOOK_MS = 500;

type Size = typeof FULL;

export async function run(stage: Stage): Promise<Row[]> {
  const size = stage.quick ? QUICK : FULL;
  const { redisUrl: REDIS_URL } = await stage.services();
  const refused = await refusals(stage, { REDIS_URL, ...(await stage.postgres()) });
  const origin = await stage.origin({ bigBytes: size.mergeBytes });
  const env = await stage.postgres();
  const api = await stage.ownServer({ REDIS_URL, ...env, ROLE: 'api' });
  const tasks = await fakeTasks(env.DATABASE_URL, api, {
    ...{ link: `${origin.url}/dash/webm.mpd`, count: size.sockets },
  });
  const pushed = await pushes(api, REDIS_URL, tasks, size.polls.seconds);
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
  { link, count }: { link: string; count: number },
): Promise<string[]> {
  const info = await new TestClient(server).search(link);
  const task = taskOf(pick(info, ({ kind }) => kind === 'merge'));
  await new TestClient(server).start(task);
  const source = await new DataSource({ type: 'postgres', url }).initialize();
  try {
    const rows = await source.query<{ task_id: string }[]>(
      `INSERT INTO merge_task
       SELECT copy.* FROM merge_task AS own, generate_series(1, $2) AS at,
         LATERAL (SELECT rpad(md5(at::text), 43, 'x') AS id) AS named,
         LATERAL jsonb_populate_record(NULL::merge_task,
           to_jsonb(own) || jsonb_build_object('task_id', id, 'share_key', id, 'status', 'processing',
             'stage', 'video', 'progress', 10, 'lease_until', now() + interval '1 day')) AS copy
       WHERE own.task_id = $1 RETURNING task_id`,
      [task, count],
    );
    return rows.map(({ task_id }) => task_id);
  } finally {
    await source.destroy();
  }
}

/**
 * Sends one message a second to the room of each task from another process than the server's,
 * through Redis, as a worker does (apps/api/src/merge/merge-announcer.ts).
 */
async function pushes(
  api: Server,
  redisUrl: string,
  tasks: readonly string[],
  seconds: number,
): Promise<Row[]> {
  const status = await new TestClient(api).status(tasks[0] ?? '');
  const before = memoryOf(api.pid).resident;
  const sent = new Map<string, { atMs: number; arrive: (answer: string) => void }>();
  const timesMs: number[] = [];
  const leave = await watchTasks(api.url, tasks, (text) => {
    const push = sent.get(/"message":"(\d+)"/.exec(text)?.[1] ?? '');
    if (push !== undefined) {
      timesMs.push(performance.now() - push.atMs);
      push.arrive('arrived');
    }
  });
  const joined = memoryOf(api.pid).resident;
  const connections = [new Redis(redisUrl), new Redis(redisUrl)] as const;
  await Promise.all(connections.map((connection) => connection.ping()));
  const worker = new SocketServer({ adapter: createAdapter(...connections) });
  const startedMs = processorMs(api.pid);
  // Each task gets at least one message.
  const rate = { perSecond: tasks.length, seconds: Math.max(1, seconds) };
  const { ownDelay } = await atRate(rate, (at) => {
    const task_id = tasks[at % tasks.length] ?? '';
    const arrival = new Promise<string>((arrive) =>
      sent.set(String(at), { atMs: performance.now(), arrive }),
    );
    worker.to(task_id).emit('merge:update', { ...status, task_id, message: String(at) });
    return arrival;
  }).finally(() => {
    leave();
    connections.forEach((connection) => connection.disconnect());
  });
  const usedMs = processorMs(api.pid) - startedMs;
  const count = tasks.length;
  const [perMessage, perSocket] = [usedMs / (count * rate.seconds), (joined - before) / count];
  const what = `a push to ${count} sockets in separate rooms, 1/s each`;
  return [
    slowest(what, timesMs, { limit: LIMITS.push, note: ownDelay }),
    row('… processor time per message', 'µs', { ours: 1000 * perMessage }),
    row('… memory per socket', 'kB', { ours: Math.max(0.1, 1024 * perSocket) }),
  ];
}

async function polls(
  stage: Stage,
  { url, pid }: Server,
  tasks: readonly string[],
  { polls: rate }: Size,
): Promise<Row[]> {
  const startedMs = processorMs(pid);
  const answers = await poll(url, tasks, rate);
  const usedMs = processorMs(pid) - startedMs;
  const count = rate.perSecond * (rate.warmUpSeconds + rate.seconds);
  const what = `a status poll, ${rate.perSecond}/s`;
  return [
    slowest(what, answered(stage, answers), { limit: LIMITS.poll, note: answers.ownDelay }),
    row('… processor time per poll', 'µs', { ours: (1000 * usedMs) / count }),
  ];
}

/** @returns the times of the polls that were answered @throws if one was refused */
function answered({ quick }: Stage, { timesMs }: Answers): readonly number[] {
  const { 200: times = [], ...others } = timesMs;
  // A server that shares the machine with the whole test suite may answer 503.
  assert.deepEqual(quick ? {} : others, {}, 'no poll is refused');
  return times;
}

/** A whole server, with the embedded database: simultaneous merges, and slow readers. */
async function work(stage: Stage, origin: string, size: Size): Promise<Row[]> {
  const { merges, mergeBytes, readers } = size;
  const limits = { MERGE_CONCURRENCY: String(merges), EXTRACT_CONCURRENCY: '2' };
  const { url, pid, stop } = await stage.server(limits);
  const atRest = memoryOf(pid).resident;
  const offered: string[] = [];
  while (offered.length < merges) {
    offered.push(await offer(url, `${origin}/dash/big.mpd?at=${offered.length}`));
  }
  const [startedMs, usedMs] = [performance.now(), processorMs(pid)];
  const made = await Promise.all(offered.map((task) => make(url, task)));
  const seconds = (performance.now() - startedMs) / 1000;
  assert.equal(new Set(made.map(({ bytes }) => bytes)).size, 1, 'all files are equally large');
  const merged = memoryOf(pid);
  const used = shown((processorMs(pid) - usedMs) / 1000);
  const beside = await besideReaders(stage, url, size);
  const reading = memoryOf(pid).resident;
  await stop();
  const note = `${used} s of processor time in the server itself; peak ${shown(merged.peak)} MB, ${shown(atRest)} MB at rest`;
  return [
    row(`${merges} merges of ${mergeBytes / MB} MB at once`, 's', { ours: seconds }, { note }),
    slowest(`a status poll while ${readers} clients read slowly`, beside.timesMs, {
      limit: LIMITS.poll,
      note: `${beside.note}; ${shown(reading)} MB resident, ${shown(merged.resident)} MB before`,
    }),
  ];
}

async function offer(url: string, link: string): Promise<string> {
  return taskOf(pick(await new TestClient({ url }).search(link), ({ kind }) => kind === 'merge'));
}

/** Polls while others read a file slowly. */
async function besideReaders(stage: Stage, url: string, { readers, readerBytes, beside }: Size) {
  const origin = await stage.origin({ bigBytes: readerBytes });
  const { task } = await make(url, await offer(url, `${origin.url}/dash/big.mpd?read`));
  const readSlowly = async (): Promise<Socket> => {
    const socket = await openReader(url, `/api/download/file/${task}`);
    socket.on('data', () => {
      socket.pause();
      setTimeout(() => socket.resume(), PIECE_MS).unref();
    });
    return socket.resume();
  };
  // At first, the kernel takes the first megabytes for each reader as fast as the server can send
  // them.
  const [first, sockets] = await Promise.all([
    poll(url, [task], { ...beside, seconds: beside.seconds / 4 }),
    Promise.all(Array.from({ length: readers }, readSlowly)),
  ]);
  await untilSlow(url, readers);
  const answers = await poll(url, [task], beside);
  sockets.forEach((socket) => socket.destroy());
  const atFirst = shown(quantile(answered(stage, first), 0.99));
  return { timesMs: answered(stage, answers), note: `at first ${atFirst} ms; ${answers.ownDelay}` };
}

/** Waits until the server sends no more than slow readers take. */
async function untilSlow(url: string, readers: number): Promise<void> {
  const sentBytes = async (): Promise<number> =>
    (await Scrape.of(url)).sum('dipper_sent_bytes_total', { content: 'file' });
  for (let before = -Infinity, now = await sentBytes(); now - before > slowBytes(readers);) {
    await delay(LOOK_MS);
    [before, now] = [now, await sentBytes()];
  }
}

/** Twice what slow readers take between two looks, because their pieces come in bursts. */
const slowBytes = (readers: number): number => (2 * readers * PIECE_BYTES * LOOK_MS) / PIECE_MS;
