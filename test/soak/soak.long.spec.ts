import { API } from '@dipper/contract';
import { setTimeout as delay } from 'node:timers/promises';
import { refusalOf } from '../harness/catalogue.js';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { Visitor } from '../harness/visitor.js';
import { waitUntil } from '../harness/wait-until.js';
import { Watcher } from '../harness/watcher.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';
import { type Footprint, footprintOf, growthOf } from './footprint.js';

const MINUTE_MS = 60_000;
const minutes = Number(process.env['SOAK_MINUTES'] ?? 20);
/**
 * The pause between two rounds of a visitor. It should be longer on a machine that has other work.
 */
const pauseMs = Number(process.env['SOAK_PAUSE_MS'] ?? 250);
/** This is short enough for files to expire during the run. */
const RETENTION_SECONDS = 60;
const EXPIRY_MS = 5 * MINUTE_MS;
/**
 * A server's memory grows until all of its code has been compiled and optimized and its caches and
 * pools are full: from 209 MB after half a minute to 293 MB after 20 merges. The end is compared
 * with a server in that state.
 */
const WARM_UP_MS = 4 * MINUTE_MS;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const shown = (footprint: Footprint): string => JSON.stringify(footprint);

let origin: Origin;
let site: Site;
let server: TestServer;
let client: TestClient;
let serial = 0;

beforeAll(async () => {
  origin = await startOrigin();
  site = await startSite(origin);
  server = await TestServer.start({
    env: { FILE_RETENTION_SECONDS: String(RETENTION_SECONDS) },
    // This runs the server without the flags for short-lived servers.
    node: process.execPath,
  });
  client = new TestClient(server);
}, 5 * MINUTE_MS);
afterAll(async () => {
  await server?.stop();
  await Promise.all([origin?.close(), site?.close()]);
});

const next = (): number => (serial += 1);

async function taskAt(link: string, kind = 'merge'): Promise<string> {
  return taskOf(
    pick(await client.search(link), (one) => one.kind === kind && one.task_id !== undefined),
  );
}

async function expectComplete(task: string): Promise<void> {
  const end = await client.merge(task);
  if (end.status !== 'complete') {
    throw new Error(`${end.status}: ${end.message}`);
  }
  const size = (await (await client.fetch(API.file(task))).arrayBuffer()).byteLength;
  if (size !== end.actual_sizes.final_file) {
    throw new Error(`${size} of ${end.actual_sizes.final_file} bytes`);
  }
}

/** The actions that visitors repeat, each time with links that nobody has used before. */
const WORK: Readonly<Record<string, () => Promise<void>>> = {
  'a merge watched over a socket': async () => {
    const task = await taskAt(`${origin.url}/dash/webm.mpd?soak=${next()}`);
    const page = await Watcher.connect(server);
    try {
      await page.watch(task);
      await expectComplete(task);
      await page.untilEnd(task);
    } finally {
      page.close();
    }
  },
  'a conversion': async () =>
    expectComplete(await taskAt(`${origin.url}/watch/muxed?soak=${next()}`, 'audio')),
  'a playlist': async () => expectComplete(await taskAt(`${origin.url}/watch/hls?soak=${next()}`)),
  'a download that is left': async () => {
    const task = await taskAt(`${origin.url}/dash/plain.mpd?soak=${next()}`);
    await client.merge(task);
    const leaving = new AbortController();
    const reply = await fetch(server.url + API.file(task), leaving);
    await reply.body?.getReader().read();
    leaving.abort();
  },
  'a merge that is cancelled': async () => {
    const task = await taskAt(`${origin.url}/dash/slow.mpd?rate=200000&soak=${next()}`);
    await client.start(task);
    await client.waitFor(task, ({ status }) => status === 'processing');
    await client.cancel(task);
  },
  'a page that is gone': async () => {
    const refused = await client.searchRefusal(`${origin.url}/removed?soak=${next()}`);
    if (refused.status !== refusalOf('MEDIA_REMOVED').status) {
      throw new Error(JSON.stringify(refused));
    }
  },
  'a source that drops connections': async () =>
    expectComplete(await taskAt(`${origin.url}/dash/cut.mpd?after=3000000&soak=${next()}`)),
  'a visit': async () => {
    await (await fetch(`${server.url}/`)).text();
    await (await fetch(`${server.url}/faq`)).text();
  },
};

/**
 * Lets all visitors work for some time.
 * @returns their failures
 */
async function work(forMs: number): Promise<string[]> {
  const visitors = Object.entries(WORK).map(([name, round]) => new Visitor(name, round, pauseMs));
  const until = Date.now() + forMs;
  while (Date.now() < until) {
    await delay(Math.min(MINUTE_MS, until - Date.now()));
    const rounds = visitors.map((visitor) => visitor.rounds).join(' ');
    print(`${shown(footprintOf(server))} rounds: ${rounds}`);
    visitors.flatMap(({ failures }) => failures.slice(-1)).forEach(print);
  }
  await Promise.all(visitors.map((visitor) => visitor.anotherRound()));
  await Promise.all(visitors.map((visitor) => visitor.leave()));
  return visitors.flatMap(({ failures }) => failures);
}

/**
 * Waits until all files have expired.
 * @returns the resources still in use
 */
async function atRest(): Promise<Footprint> {
  const isEmpty = async (): Promise<boolean> =>
    [...(await server.onDisk('work')), ...(await server.onDisk('files'))].length === 0;
  await waitUntil(isEmpty, 'the last file to expire', EXPIRY_MS);
  return footprintOf(server);
}

it(
  'memory, descriptors, children and disk usage return to where they started after a long time of mixed work',
  async () => {
    const warm = await work(WARM_UP_MS);
    const before = await atRest();
    print(`at the start: ${shown(before)}`);
    const failures = await work(minutes * MINUTE_MS);
    const after = await atRest();
    print(`at the end: ${shown(after)}`);
    expect([...warm, ...failures]).toEqual([]);
    expect(growthOf(before, after)).toEqual([]);
  },
  (minutes + 20) * MINUTE_MS,
);
