import { API, isFinal, startMergePath } from '@dipper/contract';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AccountClient } from '../harness/account-client.js';
import { refusalOf } from '../harness/catalogue.js';
import { pick, refusal, taskOf, TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { openFilesOf } from '../harness/processes.js';
import { askRedis } from '../harness/redis.js';
import { Scrape } from '../harness/scrape.js';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { waitUntil } from '../harness/wait-until.js';
import { Watcher } from '../harness/watcher.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

const WRONG_CLOCK = pathToFileURL(join(__dirname, '../fakes/wrong-clock.mjs')).href;
const HOUR_MS = 3_600_000;

/** Two API processes and two workers share one database, one Redis and one volume. */
let origin: Origin;
let site: Site;
let domains: string;
let apis: readonly [TestServer, TestServer];
let workers: readonly [TestServer, TestServer];
let clients: readonly [AccountClient, TestClient];

const startWorker = (beside: TestServer): Promise<TestServer> =>
  TestServer.start({ env: { ROLE: 'worker' }, beside });

beforeAll(async () => {
  domains = await mkdtemp(join(tmpdir(), 'dipper-domains-'));
  await writeFile(join(domains, 'default.json'), '{"authentication_enabled":true}');
  origin = await startOrigin();
  site = await startSite(origin);
  const env = { ROLE: 'api', DOMAINS_DIR: domains };
  const first = await TestServer.start({ env });
  const [second, third, fourth] = await Promise.all([
    TestServer.start({ env, beside: first }),
    startWorker(first),
    startWorker(first),
  ]);
  apis = [first, second];
  workers = [third, fourth];
  clients = [new AccountClient(apis[0]), new TestClient(apis[1])];
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
  it('serves only its health and its metrics on its port', async () => {
    const worker = new TestClient(workers[0]);
    expect(await (await worker.fetch(API.health)).json()).toEqual({ status: 'ok' });
    const ready = await worker.fetch(API.ready);
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { server: 'ok', database: 'ok', queue: 'ok', disk: 'ok', programs: 'ok' },
    ]);
    const scrape = await Scrape.of(workers[0].url);
    expect(scrape.sum('dipper_process_info', { role: 'worker' })).toBe(1);
    expect(scrape.sum('dipper_task_slots', {})).toBeGreaterThan(0);
    expect(
      scrape.sum('dipper_redis_command_duration_seconds_count', { outcome: 'ok' }),
    ).toBeGreaterThan(0);
    const others: [path: string, init?: RequestInit][] = [
      ['/'],
      ['/metrics/more'],
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
      // A worker has none of the documented endpoints.
      const refused = await refusal(await fetch(`${workers[0].url}${path}`, init));
      expect([path, refused]).toEqual([path, refusalOf('NOT_FOUND')]);
    }
  });
});

describe('several processes', () => {
  it('share the work on a task: one starts it, another runs it and records it in the history, and a third reports and serves it', async () => {
    site.mood = 'slowly';
    const page = await Watcher.connect(apis[1]);
    const task = await newTask(site.manifest('webm', 'cluster'));
    await page.watch(task);
    const { access_token: token } = await clients[0].signIn('me@dipper.example');
    await clients[0].ask('GET', startMergePath(task), { token });
    /**
     * Reads the table directly, because reading the list over the API would correct what the worker
     * has missed.
     */
    const kept = async (status: string): Promise<boolean> =>
      (await rowsOf<{ status: string }>(apis[0], 'SELECT status FROM download_history'))[0]
        ?.status === status;
    await waitUntil(() => kept('in_progress'), 'a row of the history');
    const told = (): number => page.updates.filter(({ status }) => status === 'processing').length;
    await waitUntil(() => told() > 5, 'updates of the run');
    site.mood = 'well';
    const updates = await page.untilEnd(task);
    page.close();
    const progress = updates.map((update) => update.progress);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(updates.at(-1)).toMatchObject({ status: 'complete', progress: 100 });
    await waitUntil(() => kept('completed'), 'the end of that row');
    const sizes = await Promise.all(
      clients.map(async (client) => (await (await client.fetch(API.file(task))).blob()).size),
    );
    const bytes = updates.at(-1)?.actual_sizes.final_file;
    expect(sizes).toEqual([bytes, bytes]);
  });

  it('run a task only once even if 50 clients start it at the same time through both', async () => {
    const task = await newTask(`${origin.url}/dash/webm.mpd?fifty`);
    origin.forget();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => (clients[at % 2] ?? clients[0]).start(task)),
    );
    const wrong = replies.filter(
      ({ status }) => !['queued', 'processing', 'complete'].includes(status),
    );
    expect(wrong).toEqual([]);
    const end = await clients[1].waitFor(task, ({ status }) => isFinal(status));
    expect(end).toMatchObject({ status: 'complete' });
    const fetched = origin.requests
      .filter(({ path }) => path.startsWith('/media/'))
      .map(({ path, range }) => `${path} ${range ?? 'whole'}`);
    expect(fetched.length).toBeGreaterThan(1);
    expect(fetched).toEqual([...new Set(fetched)]);
  });

  it('can cancel a task that another process runs, after which it can be started again', async () => {
    site.mood = 'slowly';
    const task = await newTask(site.manifest('webm', 'cancel'));
    await clients[0].start(task);
    await clients[0].waitFor(task, ({ progress }) => progress > 1);
    expect(await clients[1].cancel(task)).toMatchObject({ status: 'cancelled' });
    await waitUntil(async () => (await apis[0].onDisk('work')).length === 0, 'no work folder');
    expect(await clients[0].refused(API.file(task))).toEqual(refusalOf('TASK_CANCELLED'));
    site.mood = 'well';
    expect(await clients[0].merge(task)).toMatchObject({ status: 'complete', progress: 100 });
  });

  it('survive a worker that freezes, loses its task to another worker and wakes up again', async () => {
    const files = await apis[0].onDisk('files');
    site.mood = 'slowly';
    const task = await newTask(site.manifest('webm', 'held up'));
    await clients[0].start(task);
    const { progress } = await clients[0].waitFor(task, (status) => status.progress > 1);
    const isAtIt = ({ pid }: TestServer): boolean =>
      openFilesOf(pid).some((path) => path.includes('/media/work/'));
    const heldUp = await waitUntil(() => workers.find(isAtIt) ?? null, 'a worker with its files');
    process.kill(heldUp.pid, 'SIGSTOP');
    try {
      const sql = `SELECT attempts FROM merge_task WHERE task_id = '${task}'`;
      const runs = async (): Promise<number | undefined> =>
        (await rowsOf<{ attempts: number }>(apis[0], sql))[0]?.attempts;
      await waitUntil(async () => (await runs()) === 2, 'a second run');
      expect(isAtIt(heldUp)).toBe(true);
      process.kill(heldUp.pid, 'SIGCONT');
      await waitUntil(() => !isAtIt(heldUp), 'the end of the first run');
      // The second run continues until the mood changes.
      expect(await clients[0].status(task)).toMatchObject({ status: 'processing' });
      expect(await apis[0].onDisk('work')).toHaveLength(1);

      site.mood = 'well';
      const end = await clients[0].waitFor(task, ({ status }) => isFinal(status), progress);
      expect(end).toMatchObject({ status: 'complete', progress: 100 });
      expect(await runs()).toBe(2);
      await waitUntil(async () => (await apis[0].onDisk('work')).length === 0, 'no work folder');
      expect(await apis[0].onDisk('files')).toHaveLength(files.length + 1);
      const file = await clients[0].fetch(API.file(task));
      expect((await file.arrayBuffer()).byteLength).toBe(end.actual_sizes.final_file);
    } finally {
      process.kill(heldUp.pid, 'SIGCONT');
    }
  });
});

describe('a link that is submitted to two processes at the same time', () => {
  it('is read only once, and both processes give the same result', async () => {
    // Compares with the number of requests that a single read takes. The two pages differ only in
    // their URLs.
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
  it('is served by the other process, which knows only the signature', async () => {
    const page = `${origin.url}/watch/muxed?cluster`;
    const { thumbnail_url: url, thumbnail_grant: grant } = await clients[0].search(page);
    const plain = `${API.image}?url=${encodeURIComponent(url ?? '')}`;
    const signed = `${plain}&grant=${grant}`;
    // Now only the signature can prove the grant.
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
  });
});

describe('a volume that disappears', () => {
  let finished: string;
  let over: string;
  let prepared: string;
  let running: string;

  it('stops the workers with one message without failing any task', async () => {
    [finished, over, prepared] = [
      await newTask(`${origin.url}/dash/webm.mpd?volume`),
      await newTask(`${origin.url}/dash/webm.mpd?over`),
      await newTask(`${origin.url}/dash/webm.mpd?prepared`),
    ];
    await Promise.all([clients[0].merge(finished), clients[0].merge(over)]);
    site.mood = 'slowly';
    running = await newTask(site.manifest('webm', 'volume'));
    await clients[0].start(running);
    await clients[0].waitFor(running, ({ progress }) => progress > 1);

    const media = join(apis[0].dataDir, 'media');
    await rename(media, `${media}.away`);
    // Creates the empty mount point.
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
  });

  it('lets workers resume when it is back, and wrong clocks never remove fresh files', async () => {
    // This file has just been published, and the database has not recorded it yet.
    const fresh = join(apis[0].dataDir, 'media/files', `${'f'.repeat(32)}.webm`);
    await writeFile(fresh, 'fresh');
    await rowsOf(
      apis[0],
      `UPDATE merge_task SET expires_at = now() - interval '1 second' WHERE task_id = '${over}'`,
    );
    // Workers remove expired files when they start.
    await Promise.all(
      workers.map((worker, at) =>
        worker.run({
          NODE_OPTIONS: `--import=${WRONG_CLOCK}`,
          CLOCK_OFF_MS: String(at === 0 ? HOUR_MS : -HOUR_MS),
        }),
      ),
    );
    const end = await clients[1].waitFor(running, ({ status }) => isFinal(status));
    expect(end).toMatchObject({ status: 'complete', progress: 100 });
    expect((await clients[0].fetch(API.file(finished))).status).toBe(200);
    const [row] = await rowsOf<{ file: string | null }>(
      apis[0],
      `SELECT file_id AS file FROM merge_task WHERE task_id = '${over}'`,
    );
    expect(row).toEqual({ file: null });
    expect(await clients[1].refused(API.file(over))).toEqual(refusalOf('FILE_EXPIRED'));
    expect(existsSync(fresh)).toBe(true);
    expect(await clients[1].merge(prepared)).toMatchObject({ status: 'complete' });
    await rm(fresh);
  });
});
