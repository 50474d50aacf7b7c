import { API, shortenReplySchema } from '@dipper/contract';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../../scripts/setup/repository.mjs';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { waitUntil } from '../harness/wait-until.js';
import { Watcher } from '../harness/watcher.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';
import { probe } from '../origin/probe.js';
import { Compose, hostAddress } from './compose.js';

/** The first start creates a database and waits for every health check. */
const START_MS = 240_000;

let host: string;
let origin: Origin;
let stack: Compose | undefined;
let client: TestClient;
let folder: string;

beforeAll(async () => {
  host = await hostAddress();
  folder = await mkdtemp(join(tmpdir(), 'dipper-compose-'));
  origin = await startOrigin({ host, bigBytes: 60_000_000 });
});
afterAll(() => Promise.all([origin?.close(), rm(folder, { recursive: true })]));

/** The environment must let containers reach the origin, which has a private address. */
const allowed = (): Record<string, string> => ({ EGRESS_ALLOW: `${host}:${origin.port}` });

async function start(extra: Readonly<Record<string, string>> = {}): Promise<Compose> {
  stack = await timed('all services started', () => Compose.up({ ...allowed(), ...extra }));
  client = new TestClient(stack);
  return stack;
}

async function end(): Promise<void> {
  await stack?.down();
  stack = undefined;
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const result = await work();
  process.stdout.write(`${what}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s\n`);
  return result;
}

const offerOf = async (manifest: string): Promise<string> =>
  taskOf(
    pick(await client.search(`${origin.url}/dash/${manifest}`), ({ kind }) => kind === 'merge'),
  );

interface Saved {
  readonly task: string;
  readonly headers: Headers;
}

/** Turns a link into a file, watching the task over a socket, and checks the file. */
async function mainJob(on: Compose, manifest = 'plain.mpd'): Promise<Saved> {
  const task = await timed('a link searched', () => offerOf(manifest));
  const page = await Watcher.connect(on);
  await page.watch(task);
  const made = await timed('a file made', () => client.merge(task));
  const [last] = (await page.untilEnd(task)).slice(-1);
  page.close();
  expect(made).toMatchObject({ status: 'complete', progress: 100 });
  expect(last).toMatchObject({ status: 'complete' });
  const target = join(folder, `${task}.mp4`);
  const path = `${API.file(task)}?download=1`;
  const { headers } = await timed('a file saved', () => client.download(path, target));
  expect((await stat(target)).size).toBe(made.actual_sizes.final_file);
  expect((await probe(target)).streams.map(({ codec }) => codec)).toEqual(['h264', 'aac']);
  expect(headers.get('content-disposition')).toMatch(/^attachment/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const part = await fetch(`${on.url}${API.file(task)}`, { headers: { range: 'bytes=10-19' } });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
  return { task, headers };
}

/** Waits until a file is served, and compares its size with the task's. */
async function expectServed(on: Compose, task: string): Promise<void> {
  const reply = await waitUntil(async () => {
    const answer = await fetch(`${on.url}${API.file(task)}`, { method: 'HEAD' });
    return answer.ok ? answer : null;
  }, 'the file');
  const { actual_sizes: sizes } = await client.status(task);
  expect(Number(reply.headers.get('content-length'))).toBe(sizes.final_file);
}

describe('the server with files on a common disk', () => {
  let on: Compose;

  beforeAll(async () => {
    on = await start();
  }, START_MS);
  afterAll(end, START_MS);

  it('turns a link into a saved file through nginx, with progress over a socket', async () => {
    const { headers } = await mainJob(on);
    // Only nginx sends this form of ETag, so the file did not come from the API process.
    expect(headers.get('etag')).toMatch(/^"[\da-f]+-[\da-f]+"$/);
  });

  it('finishes a task whose worker is killed, and keeps its file when everything restarts', async () => {
    const task = await offerOf('big.mpd');
    await client.start(task);
    await client.waitFor(task, ({ progress }) => progress > 5);
    await timed('a killed task finished', async () => {
      await on.kill('worker');
      await on.run('up', '-d', '--no-build', 'worker');
      await client.waitFor(task, ({ status }) => status === 'complete');
    });
    await on.run('restart', 'api', 'worker');
    await expectServed(on, task);
  });

  it('runs without root, with a read-only file system, and reports every role as healthy', async () => {
    await waitUntil(
      async () => (await on.health()).every((health) => health === 'healthy'),
      'every health check',
    );
    for (const service of ['api', 'worker', 'nginx']) {
      expect(await on.exec(service, 'id -u; touch /probe 2>&1 || true')).toMatch(
        /^1000\n.*Read-only file system/,
      );
    }
    expect(await on.exec('worker', 'cat /proc/1/comm')).toBe('tini\n');
  });

  it('keeps metrics and the database away from visitors', async () => {
    expect((await fetch(`${on.url}/metrics`)).status).toBe(404);
    expect(await on.published()).toEqual(['nginx']);
  });

  it('restores a backup as docs/operator.md describes, in place and on a new machine', async () => {
    const [backUp, inPlace, elsewhere] = await commandsOfBackup();
    const early = await shortLink('early');
    await on.runDocumented(backUp, folder);
    const late = await shortLink('late');
    await timed('a backup restored in place', async () => {
      await on.runDocumented(inPlace, folder);
      await on.ready();
    });
    expect([await leadsTo(early), await leadsTo(late)]).toEqual([302, 404]);

    await on.down();
    await timed('a backup restored on a new machine', async () => {
      await on.runDocumented(elsewhere, folder);
      await on.ready();
    });
    expect([await leadsTo(early), await leadsTo(late)]).toEqual([302, 404]);
    // A volume without the old files accepts new ones.
    await mainJob(on, 'plain.mpd?restored');
  });
});

/** The commands for compose in each example of the chapter on backups. */
async function commandsOfBackup(): Promise<[string[], string[], string[]]> {
  const text = await readFile(fromRoot('docs/operator.md'), 'utf8');
  const chapter = text.split('\n## ').find((part) => part.startsWith('What to back up')) ?? '';
  const commands = [...chapter.matchAll(/```sh\n([^]*?)```/g)].map(([, script = '']) =>
    script.split('\n').filter((line) => line.startsWith('docker compose')),
  );
  expect(commands.map(({ length }) => length)).toEqual([1, 3, 4]);
  return commands as [string[], string[], string[]];
}

async function shortLink(name: string): Promise<string> {
  const params = { url: `https://cdn.example/${name}.mp4`, title: name };
  const reply = await client.fetch(API.shortenPreview, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ params }),
  });
  return new URL(shortenReplySchema.parse(await reply.json()).short_url).pathname;
}

const leadsTo = async (path: string): Promise<number> => (await client.fetch(path)).status;

describe('the server with files in S3 (the profile s3)', () => {
  let on: Compose;

  beforeAll(async () => {
    on = await start({
      COMPOSE_PROFILES: 's3',
      S3_ENDPOINT: 'http://s3:9000',
      S3_BUCKET: 'dipper',
      S3_FORCE_PATH_STYLE: 'on',
      S3_ACCESS_KEY_ID: 'dipper-test',
      S3_SECRET_ACCESS_KEY: randomBytes(16).toString('hex'),
    });
  }, START_MS);
  afterAll(end, START_MS);

  it('turns a link into a saved file without keeping it on a disk', async () => {
    const { task } = await mainJob(on);
    expect(await on.exec('worker', "find /data/media -path '*/files/*' -type f")).toBe('');
    await on.run('restart', 'api', 'worker');
    await expectServed(on, task);
  });

  it('is not ready while S3 is down, and works again afterwards', async () => {
    await on.run('stop', 's3');
    const storage = await waitUntil(async () => {
      const reply = await fetch(`${on.url}/api/ready`);
      return reply.status === 503 ? ((await reply.json()) as { storage?: string }).storage : null;
    }, 'the api that is not ready');
    expect(storage).toBe('failing');
    await on.run('start', 's3');
    await on.ready();
    await mainJob(on, 'plain.mpd?again');
  });
});
