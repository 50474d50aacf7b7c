import { API, createTaskReplySchema, listInfoSchema, waveformSchema } from '@dipper/contract';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasObjectStorage, newBucket } from '../../apps/api/src/infra/testing/object-storage.js';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { waitUntil } from '../harness/wait-until.js';
import { Watcher } from '../harness/watcher.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

/** Two API processes and two workers share a database, Redis and a bucket, but no disk. */
const processesWithoutCommonDisk = (): void => {
  let origin: Origin;
  let site: Site;
  let apis: readonly [TestServer, TestServer];
  let workers: readonly [TestServer, TestServer];
  let clients: readonly [TestClient, TestClient];
  let s3: Record<string, string>;
  let finished: string;

  beforeAll(async () => {
    const settings = await newBucket(process.env);
    s3 = {
      S3_ENDPOINT: settings.endpoint ?? '',
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'on',
    };
    origin = await startOrigin();
    site = await startSite(origin);
    const first = await TestServer.start({ env: { ...s3, ROLE: 'api' } });
    const start = (ROLE: string): Promise<TestServer> =>
      TestServer.start({ env: { ...s3, ROLE }, apartFrom: first });
    const [second, third, fourth] = await Promise.all([
      start('api'),
      start('worker'),
      start('worker'),
    ]);
    apis = [first, second];
    workers = [third, fourth];
    clients = [new TestClient(first), new TestClient(second)];
  });
  afterAll(async () => {
    await Promise.all([...workers, apis[1]].map((server) => server.stop()));
    await apis[0].stop();
    await Promise.all([origin.close(), site.close()]);
  });

  const newTask = async (link: string): Promise<string> =>
    taskOf(pick(await clients[0].search(link), ({ kind }) => kind === 'merge'));

  it('are ready, and say that the storage is', async () => {
    const ready = await clients[1].fetch(API.ready);
    expect([ready.status, await ready.json()]).toMatchObject([200, { storage: 'ok', disk: 'ok' }]);
  });

  it('finish a task that one starts, another watches and a third makes', async () => {
    const page = await Watcher.connect(apis[1]);
    finished = await newTask(`${origin.url}/dash/webm.mpd?s3`);
    await page.watch(finished);
    await clients[0].start(finished);
    const updates = await page.untilEnd(finished);
    page.close();
    expect(updates.at(-1)).toMatchObject({ status: 'complete', progress: 100 });
    const bytes = updates.at(-1)?.actual_sizes.final_file;
    for (const client of clients) {
      const body = await (await client.fetch(API.file(finished))).arrayBuffer();
      expect(body.byteLength).toBe(bytes);
    }
    for (const server of [...apis, ...workers]) {
      expect(await readdir(join(server.dataDir, 'media'))).not.toContain('files');
      expect(await server.onDisk('work')).toEqual([]);
    }
  });

  it('serve ranges, HEAD and conditional requests from the bucket', async () => {
    const whole = Buffer.from(await (await clients[0].fetch(API.file(finished))).arrayBuffer());
    const part = await clients[1].fetch(API.file(finished), { headers: { range: 'bytes=5-14' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 5-14/${whole.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(5, 15));
    const head = await clients[0].fetch(`${API.file(finished)}?download=1`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(whole.length));
    expect(head.headers.get('content-disposition')).toMatch(/^attachment; filename/);
    const etag = head.headers.get('etag') ?? '';
    const known = await clients[1].fetch(API.file(finished), {
      // Without this, fetch would add `no-cache`.
      headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
    });
    expect(known.status).toBe(304);
  });

  it('show the same waveform, which only one of them computes', async () => {
    const [first, second] = await Promise.all(
      clients.map(async (client) =>
        waveformSchema.parse(await (await client.fetch(API.waveform(finished))).json()),
      ),
    );
    expect(second).toEqual(first);
    for (const { dataDir } of apis) {
      expect(await readdir(join(dataDir, 'media', 'copies'))).toEqual([]);
    }
  });

  it('give a zip through a process that cannot see it grow', async () => {
    const post = async (path: string, body: unknown): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' };
      const sent = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await clients[0].fetch(path, sent)).json();
    };
    const links = ['s3-one', 's3-two'].map((name) => `${origin.url}/dash/webm.mpd?${name}`);
    const list = listInfoSchema.parse(await post(API.lists, { links }));
    const entries = list.entries.map(({ id }) => id);
    const recipe = { kind: 'bundle', entries, quality: '720p' };
    const { task_id: task } = createTaskReplySchema.parse(
      await post(API.tasks, { task_id: list.task_id, recipe }),
    );
    await clients[0].start(task);
    const growing = await clients[1].fetch(API.bundle(task));
    const zip = Buffer.from(await growing.arrayBuffer());
    const end = await clients[1].waitFor(task, ({ status }) => status === 'complete');
    expect(zip.length).toBe(end.actual_sizes.final_file);
    expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
  });

  it('finish the task of a worker that was killed, although its files are out of reach', async () => {
    site.mood = 'slowly';
    const task = await newTask(site.manifest('webm', 's3-killed'));
    await clients[0].start(task);
    await clients[0].waitFor(task, ({ progress }) => progress > 1);
    const isBusy = await Promise.all(
      workers.map(async (worker) => (await worker.onDisk('work')).length > 0),
    );
    const killed = workers[isBusy.indexOf(true)] ?? workers[0];
    await killed.kill('SIGKILL');
    site.mood = 'well';
    const end = await clients[1].waitFor(task, ({ status }) => status === 'complete');
    const body = await (await clients[1].fetch(API.file(task))).arrayBuffer();
    expect(body.byteLength).toBe(end.actual_sizes.final_file);
    await killed.run();
    await waitUntil(async () => (await killed.onDisk('work')).length === 0, 'its folder to go');
  });

  it('start without the bucket, and say what is wrong', async () => {
    const lost = await TestServer.start({
      env: { ...s3, S3_BUCKET: 'no-such-bucket-here', ROLE: 'api' },
      apartFrom: apis[0],
    });
    try {
      const ready = await fetch(`${lost.url}${API.ready}`);
      expect([ready.status, await ready.json()]).toMatchObject([503, { storage: 'failing' }]);
      const file = await fetch(`${lost.url}${API.file(finished)}`);
      expect([file.status, await file.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
      await waitUntil(
        () => lost.log.includes('S3 has no bucket no-such-bucket-here'),
        'the sentence',
      );
    } finally {
      await lost.stop();
    }
    // The file was only out of that process's reach.
    expect((await clients[0].fetch(API.file(finished), { method: 'HEAD' })).status).toBe(200);
  });
};

describe('processes without a common disk', () => {
  if (hasObjectStorage(process.env)) {
    processesWithoutCommonDisk();
  } else {
    it.skip("are only tested with Ceph's object gateway", () => undefined);
  }
});
