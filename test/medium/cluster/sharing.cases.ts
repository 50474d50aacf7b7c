import { API, isFinal, startMergePath } from '@dipper/contract';
import { refusalOf } from '../../harness/catalogue.js';
import { type Cluster, hasS3 } from '../../harness/cluster.js';
import { refusal, TestClient } from '../../harness/client.js';
import { rowsOf } from '../../harness/database.js';
import { openFilesOf } from '../../harness/processes.js';
import { READY, untilReports } from '../../harness/readiness.js';
import { askRedis } from '../../harness/redis.js';
import { Scrape } from '../../harness/scrape.js';
import type { TestServer } from '../../harness/server.js';
import { waitUntil } from '../../harness/wait-until.js';
import { Watcher } from '../../harness/watcher.js';

/** The cases in which the processes of a cluster cooperate. */
export function sharingCases(the: () => Cluster): void {
  describe('a worker', () => {
    it('serves only its health and its metrics on its port', () => expectFewRoutes(the()));
  });

  describe('several processes', () => {
    it('share the work on a task: one starts it, another watches it, a third makes it and records it in the history, and a fourth serves it', async () => {
      const { apis, clients, site, visitor } = the();
      site.mood = 'slowly';
      const page = await Watcher.connect(apis[1]);
      const task = await the().newTask(site.manifest('webm', 'cluster'));
      await page.watch(task);
      const { access_token: token } = await clients[0].signIn('me@dipper.example');
      await clients[0].ask('GET', startMergePath(task), { token });
      /**
       * Read the table directly, because reading the list through the API would correct anything
       * that the worker missed.
       */
      const kept = async (status: string): Promise<boolean> =>
        (await rowsOf<{ status: string }>(apis[0], 'SELECT status FROM download_history'))[0]
          ?.status === status;
      await waitUntil(() => kept('in_progress'), 'a row of the history');
      const told = (): number =>
        page.updates.filter(({ status }) => status === 'processing').length;
      await waitUntil(() => told() > 5, 'updates of the run');
      site.mood = 'well';
      const updates = await page.untilEnd(task);
      page.close();
      const progress = updates.map((update) => update.progress);
      expect(progress).toEqual([...progress].sort((a, b) => a - b));
      expect(updates.at(-1)).toMatchObject({ status: 'complete', progress: 100 });
      await waitUntil(() => kept('completed'), 'the end of that row');
      // nginx uses the processes in turn, so each process serves the file.
      const sizes = [clients[0], visitor, visitor].map(
        async (client) => (await (await client.fetch(API.file(task))).blob()).size,
      );
      const bytes = updates.at(-1)?.actual_sizes.final_file;
      expect(await Promise.all(sizes)).toEqual([bytes, bytes, bytes]);
    });

    it('run a task only once, even if 50 clients start it at the same time through two of them', async () => {
      const { origin, clients } = the();
      const task = await the().newTask(`${origin.url}/dash/webm.mpd?fifty`);
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
      const { site, clients } = the();
      site.mood = 'slowly';
      const task = await the().newTask(site.manifest('webm', 'cancel'));
      await clients[0].start(task);
      await clients[0].waitFor(task, ({ progress }) => progress > 1);
      expect(await clients[1].cancel(task)).toMatchObject({ status: 'cancelled' });
      await waitUntil(async () => (await the().workFolders()).length === 0, 'no work folder');
      expect(await clients[0].refused(API.file(task))).toEqual(refusalOf('TASK_CANCELLED'));
      site.mood = 'well';
      expect(await clients[0].merge(task)).toMatchObject({ status: 'complete', progress: 100 });
    });

    it('survive a worker that freezes, loses its task to another worker and wakes up again', () =>
      freezeOne(the()));
  });

  describe('a link that is submitted to two processes at the same time', () => {
    it('is read only once, and both processes give the same result', () => readOnce(the()));
  });

  describe('a thumbnail granted by one process', () => {
    it('is served by the other process, which knows only the signature', async () => {
      const { origin, apis, clients } = the();
      const page = `${origin.url}/watch/muxed?cluster`;
      const { thumbnail_url: url, thumbnail_grant: grant } = await clients[0].search(page);
      const plain = `${API.image}?url=${encodeURIComponent(url ?? '')}`;
      const signed = `${plain}&grant=${grant}`;
      // From now on, only the signature can prove the grant.
      await rowsOf(apis[0], `DELETE FROM extraction WHERE page_url LIKE '%muxed?cluster'`);
      const { status, headers } = await clients[1].fetch(signed);
      expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
      for (const client of clients) {
        expect(await client.refused(plain)).toEqual(refusalOf('MEDIA_NOT_GRANTED'));
        const other = `${API.image}?url=${encodeURIComponent(`${url}&other`)}&grant=${grant}`;
        expect(await client.refused(other)).toEqual(refusalOf('MEDIA_NOT_GRANTED'));
      }
    });
  });
}

async function expectFewRoutes({ workers }: Cluster): Promise<void> {
  const worker = new TestClient(workers[0]);
  expect(await (await worker.fetch(API.health)).json()).toEqual({ status: 'ok' });
  expect(await untilReports(workers[0], READY)).toBe(200);
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
}

async function freezeOne(cluster: Cluster): Promise<void> {
  const { apis, workers, clients, site } = cluster;
  site.mood = 'slowly';
  const task = await cluster.newTask(site.manifest('webm', 'held up'));
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
    if (hasS3) {
      await waitUntil(async () => (await cluster.workFolders()).length === 1, 'one work folder');
    } else {
      expect(await cluster.workFolders()).toHaveLength(1);
    }
    site.mood = 'well';
    const end = await clients[0].waitFor(task, ({ status }) => isFinal(status), progress);
    expect(end).toMatchObject({ status: 'complete', progress: 100 });
    expect(await runs()).toBe(2);
    await waitUntil(async () => (await cluster.workFolders()).length === 0, 'no work folder');
    const file = await clients[0].fetch(API.file(task));
    expect((await file.arrayBuffer()).byteLength).toBe(end.actual_sizes.final_file);
  } finally {
    process.kill(heldUp.pid, 'SIGCONT');
  }
}

async function readOnce({ site, apis, clients }: Cluster): Promise<void> {
  // Compare with the number of requests for a single read. The two pages differ only in their URLs.
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
}
