import { API, isFinal } from '@dipper/contract';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { refusalOf } from '../harness/catalogue.js';
import { pick, refusal, taskOf, TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { askRedis } from '../harness/redis.js';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { waitUntil } from '../harness/wait-until.js';
import { Watcher } from '../harness/watcher.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

const WRONG_CLOCK = pathToFileURL(join(__dirname, '../fakes/wrong-clock.mjs')).href;
const HOUR_MS = 3_600_000;

/** Two API processes and two workers on one database, one Redis and one volume. */
let origin: Origin;
let site: Site;
let domains: string;
let apis: readonly [TestServer, TestServer];
let workers: readonly [TestServer, TestServer];
let clients: readonly [TestClient, TestClient];

const startWorker = (env: Record<string, string>, beside = apis[0]): Promise<TestServer> =>
  TestServer.start({ env: { ROLE: 'worker', ...env }, beside });

beforeAll(async () => {
  domains = await mkdtemp(join(tmpdir(), 'dipper-domains-'));
  await writeFile(join(domains, 'default.json'), '{"authentication_enabled":true}');
  origin = await startOrigin();
  site = await startSite(origin);
  const env = { ROLE: 'api', DOMAINS_DIR: domains };
  const first = await TestServer.start({ env });
  const [second, third, fourth] = await Promise.all([
    TestServer.start({ env, beside: first }),
    startWorker({}, first),
    startWorker({}, first),
  ]);
  apis = [first, second];
  workers = [third, fourth];
  clients = [new TestClient(apis[0]), new TestClient(apis[1])];
});
afterAll(async () => {
  await Promise.all([...workers, apis[1]].map((server) => server.stop()));
  await apis[0].stop();
  await Promise.all([origin.close(), site.close(), rm(domains, { recursive: true })]);
});
beforeEach(() => {
  site.mood = 'well';
});

async function newTask(link: string): Promise<string> {
  return taskOf(pick(await clients[0].search(link), ({ kind }) => kind === 'merge'));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a worker', () => {
  it('serves nothing but its health on its port', async () => {
    const worker = new TestClient(workers[0]);
    expect(await (await worker.fetch(API.health)).json()).toEqual({ status: 'ok' });
    const ready = await worker.fetch(API.ready);
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { server: 'ok', database: 'ok', queue: 'ok', disk: 'ok', programs: 'ok' },
    ]);
    const others: [path: string, init?: RequestInit][] = [
      ['/'],
      ['/faq'],
      ['/assets/x.js'],
      ['/robots.txt'],
      [API.config],
      [API.me],
      [API.status('A'.repeat(43))],
      [API.file('A'.repeat(43))],
      [API.health, { method: 'POST' }],
      [API.search, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
      ['/socket.io/?EIO=4&transport=websocket'],
    ];
    for (const [path, init] of others) {
      const refused = await refusal(await worker.fetch(path, init));
      expect([path, refused]).toEqual([path, refusalOf('NOT_FOUND')]);
    }
  });
});

describe('several processes', () => {
  it('act as one service: one starts a task, another runs it, a third reports and serves it', async () => {
    const page = await Watcher.connect(apis[1]);
    const task = await newTask(`${origin.url}/dash/webm.mpd?cluster`);
    await page.watch(task);
    await clients[0].start(task);
    const updates = await page.untilEnd(task);
    page.close();
    expect(updates.at(-1)).toMatchObject({ status: 'complete', progress: 100 });
    expect(updates.some(({ status }) => status === 'processing')).toBe(true);
    const sizes = await Promise.all(
      clients.map(async (client) => (await (await client.fetch(API.file(task))).blob()).size),
    );
    const bytes = updates.at(-1)?.actual_sizes.final_file;
    expect(sizes).toEqual([bytes, bytes]);
  });
});

describe('a link that two processes are asked for at the same time', () => {
  it('is read once, and both give the same answer', async () => {
    // As many requests as one reading takes; the second page differs in nothing but its address.
    await clients[0].search(site.page('alone'));
    const alone = site.pageRequests('alone');
    expect(alone).toBeGreaterThan(0);
    const release = site.holdPages();
    const first = clients[0].search(site.page('shared'));
    await waitUntil(() => site.pageRequests('shared') === 1, 'the first reading');
    const second = clients[1].search(site.page('shared'));
    const waiting = (): Promise<string> => askRedis(apis[0], 'KEYS dipper:shared:reading:*:wanted');
    await waitUntil(async () => (await waiting()).includes(':wanted'), 'the other process');
    release();
    const answers = await Promise.all([first, second]);
    expect(site.pageRequests('shared')).toBe(alone);
    expect(answers.map(({ title }) => title)).toEqual(['shared', 'shared']);
    const rows = await rowsOf<{ count: string }>(
      apis[0],
      `SELECT count(*) AS count FROM extraction WHERE page_url LIKE '%title=shared'`,
    );
    expect(rows).toEqual([{ count: '1' }]);
  });
});

describe('a thumbnail granted by one process', () => {
  it('is served by the other, and by the first after a crash', async () => {
    const page = `${origin.url}/watch/muxed?cluster`;
    const { thumbnail_url: url, thumbnail_grant: grant } = await clients[0].search(page);
    const plain = `${API.image}?url=${encodeURIComponent(url ?? '')}`;
    const signed = `${plain}&grant=${grant}`;
    // Only the signature can prove the grant now.
    await rowsOf(apis[0], `DELETE FROM extraction WHERE page_url LIKE '%muxed?cluster'`);
    const shown = async (client: TestClient): Promise<[number, string | null]> => {
      const { status, headers } = await client.fetch(signed);
      return [status, headers.get('content-type')];
    };
    expect(await shown(clients[1])).toEqual([200, 'image/png']);
    for (const client of clients) {
      expect(await client.refused(plain)).toEqual(refusalOf('MEDIA_NOT_GRANTED'));
      const other = `${API.image}?url=${encodeURIComponent(`${url}&other`)}&grant=${grant}`;
      expect(await client.refused(other)).toEqual(refusalOf('MEDIA_NOT_GRANTED'));
    }
    await apis[0].kill('SIGKILL');
    await apis[0].run();
    expect(await shown(clients[0])).toEqual([200, 'image/png']);
  });
});

describe('workers whose clocks are an hour ahead and behind', () => {
  it('remove expired files and nothing that is still needed', async () => {
    const [kept, over, prepared] = [
      await newTask(`${origin.url}/dash/webm.mpd?kept`),
      await newTask(`${origin.url}/dash/webm.mpd?over`),
      await newTask(`${origin.url}/dash/webm.mpd?prepared`),
    ];
    await Promise.all([clients[0].merge(kept), clients[0].merge(over)]);
    // Just published, and not recorded in the database yet.
    const fresh = join(apis[0].dataDir, 'media/files', `${'f'.repeat(32)}.webm`);
    await writeFile(fresh, 'fresh');
    await rowsOf(
      apis[0],
      `UPDATE merge_task SET expires_at = now() - interval '1 second' WHERE task_id = '${over}'`,
    );
    // Workers sweep as they start.
    const wrong = await Promise.all(
      [HOUR_MS, -HOUR_MS].map((offMs) =>
        startWorker({
          NODE_OPTIONS: `--import=${WRONG_CLOCK}`,
          CLOCK_OFF_MS: String(offMs),
        }),
      ),
    );
    try {
      const [row] = await rowsOf<{ file: string | null }>(
        apis[0],
        `SELECT file_id AS file FROM merge_task WHERE task_id = '${over}'`,
      );
      expect(row).toEqual({ file: null });
      expect(existsSync(fresh)).toBe(true);
      expect((await clients[1].fetch(API.file(kept))).status).toBe(200);
      expect(await clients[1].refused(API.file(over))).toEqual(refusalOf('FILE_EXPIRED'));
      expect(await clients[1].merge(prepared)).toMatchObject({ status: 'complete' });
    } finally {
      await Promise.all(wrong.map((worker) => worker.stop()));
      await rm(fresh, { force: true });
    }
  });
});

describe('a volume that disappears', () => {
  it('stops the workers with one message; no task fails, and all resume when it is back', async () => {
    const finished = await newTask(`${origin.url}/dash/webm.mpd?volume`);
    await clients[0].merge(finished);
    site.mood = 'slowly';
    const running = await newTask(site.manifest('webm', 'volume'));
    await clients[0].start(running);
    await clients[0].waitFor(running, ({ progress }) => progress > 1);

    const media = join(apis[0].dataDir, 'media');
    await rename(media, `${media}.away`);
    // The empty mount point.
    await mkdir(media);
    const sentence = `The media volume is not at ${media} (no .volume in it): mount it; if its files are gone for good, make an empty file of that name there.`;
    for (const worker of workers) {
      await waitUntil(() => worker.log.includes(sentence), 'the sentence');
      await waitUntil(() => !isAlive(worker.pid), 'its end');
      expect(await worker.kill('SIGTERM')).toBe(1);
      expect(worker.log.split(sentence)).toHaveLength(2);
    }
    const refused = await TestServer.refuse({ env: { ROLE: 'worker' }, beside: apis[0] });
    expect(refused).toEqual({ code: 1, output: `${sentence}\n` });
    for (const client of clients) {
      expect(await client.refused(API.file(finished))).toEqual(refusalOf('UNAVAILABLE'));
      expect(await client.status(finished)).toMatchObject({ status: 'complete' });
      expect(isFinal((await client.status(running)).status)).toBe(false);
      expect((await client.fetch(API.ready)).status).toBe(503);
    }
    expect(await readdir(media)).toEqual([]);

    await rm(media, { recursive: true });
    await rename(`${media}.away`, media);
    site.mood = 'well';
    await Promise.all(workers.map((worker) => worker.run()));
    const end = await clients[1].waitFor(running, ({ status }) => isFinal(status));
    expect(end).toMatchObject({ status: 'complete', progress: 100 });
    expect((await clients[0].fetch(API.file(finished))).status).toBe(200);
  });
});
