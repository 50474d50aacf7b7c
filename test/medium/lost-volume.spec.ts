import { API, isFinal } from '@dipper/contract';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { refusalOf } from '../harness/catalogue.js';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

const WRONG_CLOCK = pathToFileURL(join(__dirname, '../fakes/wrong-clock.mjs')).href;
const HOUR_MS = 3_600_000;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** One API process and two workers share a volume. */
describe('a volume that disappears', () => {
  let origin: Origin;
  let site: Site;
  let api: TestServer;
  let workers: readonly TestServer[];
  let client: TestClient;
  let finished: string;
  let over: string;
  let prepared: string;
  let running: string;

  beforeAll(async () => {
    origin = await startOrigin();
    site = await startSite(origin);
    api = await TestServer.start({ env: { ROLE: 'api' } });
    const worker = (): Promise<TestServer> =>
      TestServer.start({ env: { ROLE: 'worker' }, beside: api });
    workers = await Promise.all([worker(), worker()]);
    client = new TestClient(api);
  });
  afterAll(async () => {
    await Promise.all(workers.map((server) => server.stop()));
    await api.stop();
    await Promise.all([origin.close(), site.close()]);
  });

  const newTask = async (link: string): Promise<string> =>
    taskOf(pick(await client.search(link), ({ kind }) => kind === 'merge'));

  it('stops the workers with one message without failing any task', async () => {
    [finished, over, prepared] = [
      await newTask(`${origin.url}/dash/webm.mpd?volume`),
      await newTask(`${origin.url}/dash/webm.mpd?over`),
      await newTask(`${origin.url}/dash/webm.mpd?prepared`),
    ];
    await Promise.all([client.merge(finished), client.merge(over)]);
    site.mood = 'slowly';
    running = await newTask(site.manifest('webm', 'volume'));
    await client.start(running);
    await client.waitFor(running, ({ progress }) => progress > 1);

    const media = join(api.dataDir, 'media');
    await rename(media, `${media}.away`);
    // Creates the empty mount point.
    await mkdir(media);
    const sentence = `The media volume is not at ${media} (no .volume in it): mount it; if its files are permanently lost, create an empty file with that name there.`;
    for (const worker of workers) {
      await waitUntil(() => worker.log.includes(sentence), 'the sentence');
      await waitUntil(() => !isAlive(worker.pid), 'its end');
      expect(await worker.kill('SIGTERM')).toBe(1);
      expect(worker.log.split(sentence)).toHaveLength(2);
    }
    const refused = await TestServer.refuse({ env: { ROLE: 'worker' }, beside: api });
    expect(refused).toEqual({ code: 1, output: `${sentence}\n` });
    expect(await client.refused(API.file(finished))).toEqual(refusalOf('UNAVAILABLE'));
    expect(await client.status(finished)).toMatchObject({ status: 'complete' });
    expect(isFinal((await client.status(running)).status)).toBe(false);
    expect((await client.fetch(API.ready)).status).toBe(503);
    expect(await readdir(media)).toEqual([]);

    await rm(media, { recursive: true });
    await rename(`${media}.away`, media);
    site.mood = 'well';
  });

  it('lets workers resume when it is back, and wrong clocks never remove fresh files', async () => {
    // This file has just been published, and is not recorded in the database yet.
    const fresh = join(api.dataDir, 'media/files', `${'f'.repeat(32)}.webm`);
    await writeFile(fresh, 'fresh');
    await rowsOf(
      api,
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
    const end = await client.waitFor(running, ({ status }) => isFinal(status));
    expect(end).toMatchObject({ status: 'complete', progress: 100 });
    expect((await client.fetch(API.file(finished))).status).toBe(200);
    const [row] = await rowsOf<{ file: string | null }>(
      api,
      `SELECT file_id AS file FROM merge_task WHERE task_id = '${over}'`,
    );
    expect(row).toEqual({ file: null });
    expect(await client.refused(API.file(over))).toEqual(refusalOf('FILE_EXPIRED'));
    expect(existsSync(fresh)).toBe(true);
    expect(await client.merge(prepared)).toMatchObject({ status: 'complete' });
    await rm(fresh);
  });
});
