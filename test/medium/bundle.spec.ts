import {
  API,
  createTaskReplySchema,
  type CreateTaskReply,
  listInfoSchema,
  type Wish,
} from '@dipper/contract';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusalOf } from '../harness/catalogue.js';
import { TestClient } from '../harness/client.js';
import { processesNaming } from '../harness/processes.js';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';
import { probe } from '../origin/probe.js';
import { runProgram } from '../origin/run-program.js';

let origin: Origin;
let site: Site;
let server: TestServer;
let client: TestClient;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-bundles-'));
  [origin, server] = await Promise.all([startOrigin(), TestServer.shared()]);
  site = await startSite(origin);
  client = new TestClient(server);
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close(), site.close()]);
  await rm(folder, { recursive: true });
});

async function post(path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await client.fetch(path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return response.json();
}

async function taskFor(
  links: readonly string[],
  wish: (ids: string[]) => Wish,
): Promise<CreateTaskReply> {
  const list = listInfoSchema.parse(await post(API.lists, { links }));
  const recipe = wish(list.entries.map(({ id }) => id));
  return createTaskReplySchema.parse(await post(API.tasks, { task_id: list.task_id, recipe }));
}

const bundle = (entries: string[]): Wish => ({ kind: 'bundle', entries, quality: '720p' });

async function bytesOf(path: string): Promise<Buffer> {
  return Buffer.from(await (await client.fetch(path)).arrayBuffer());
}

/** Checks a zip with Python and unpacks it. @returns the names and texts of the files in the zip */
async function unpacked(zip: Buffer, name: string): Promise<[name: string, text: string][]> {
  const path = join(folder, `${name}.zip`);
  await writeFile(path, zip);
  const script = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as zip:
    assert zip.testzip() is None
    zip.extractall(sys.argv[2])
    print(json.dumps([[i.filename, zip.read(i).decode() if i.filename.endswith('.txt') else ''] for i in zip.infolist()]))
`;
  const told = await runProgram('python3', ['-c', script, path, join(folder, name)]);
  return JSON.parse(told) as [string, string][];
}

describe('a bundle', () => {
  it('is sent while it is being filled, and lists the failed entries in the zip and in its status', async () => {
    const links = [
      `${origin.url}/watch/muxed?1`,
      `${origin.url}/removed`,
      `${origin.url}/dash/webm.mpd?bundle`,
      'http://10.0.0.1/video',
      `${origin.url}/podcast/episode`,
    ];
    const { task_id: task, filename } = await taskFor(links, bundle);
    expect(filename).toMatch(/_720p\.zip$/);
    expect(await client.refused(API.bundle(task))).toEqual(refusalOf('FILE_NOT_READY'));

    await client.start(task);
    const head = await client.fetch(API.bundle(task), { method: 'HEAD' });
    expect(head.headers.get('content-disposition')).toContain(filename);
    const streams = [bytesOf(API.bundle(task)), bytesOf(API.bundle(task))];
    const end = await client.waitFor(task, ({ status }) => ['complete', 'error'].includes(status));
    expect(end).toMatchObject({ status: 'complete', kind: 'bundle', damage: null });
    expect(end.entries?.map(({ error_code, state }) => error_code ?? state)).toEqual([
      'done',
      'MEDIA_REMOVED',
      'done',
      'ADDRESS_NOT_ALLOWED',
      'done',
    ]);

    const zip = await bytesOf(API.file(task));
    for (const stream of await Promise.all(streams)) {
      expect(stream.equals(zip)).toBe(true);
    }
    const files = await unpacked(zip, 'whole');
    expect(files.map(([name]) => name)).toEqual([
      expect.stringMatching(/^01_.*Muxed_clip.*\.mp4$/),
      expect.stringMatching(/^03_.*\.webm$/),
      expect.stringMatching(/^05_.*Episode_one.*\.mp3$/),
      'Not included.txt',
    ]);
    expect(files.at(-1)?.[1]).toContain('http://10.0.0.1/video');
    const film = await probe(join(folder, 'whole', files[0]?.[0] ?? ''));
    expect(film.streams.map(({ type }) => type).sort()).toEqual(['audio', 'video']);
    expect(await server.onDisk('work')).toEqual([]);

    const range = { headers: { range: 'bytes=0-3' } };
    const part = await client.fetch(API.bundle(task), range);
    expect([part.status, await part.text()]).toEqual([206, 'PK\x03\x04']);

    // Downloading the bundle again retries the missing entries.
    const again = await taskFor(links, bundle);
    // Check the reply of the start, because the zip may be finished a moment later.
    expect((await client.start(again.task_id)).status).not.toBe('complete');
    await client.cancel(again.task_id);
  });

  it('is made only once for all visitors who select the same entries', async () => {
    const links = [`${origin.url}/watch/muxed?3`, `${origin.url}/watch/muxed?4`];
    const made = await client.merge((await taskFor(links, bundle)).task_id);
    expect(made).toMatchObject({ status: 'complete', entries: [{ state: 'done' }, {}] });
    const before = origin.requests.length;
    const twin = await client.merge((await taskFor(links, bundle)).task_id);
    expect(twin).toMatchObject({ entries: made.entries, actual_sizes: made.actual_sizes });
    expect(origin.requests).toHaveLength(before);
  });

  it('leaves no files when it is cancelled midway, and cuts off its download', async () => {
    const links = [`${origin.url}/watch/muxed?2`, site.manifest('plain', 'bundle')];
    site.mood = 'slowly';
    const { task_id: task } = await taskFor(links, bundle);
    await client.start(task);
    const reader = (await client.fetch(API.bundle(task))).body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString('latin1', 0, 2)).toBe('PK');
    const rest = (async () => {
      while ((await reader?.read())?.done === false) {
        // Read the response to its end.
      }
    })();
    rest.catch(() => undefined);
    await client.waitFor(task, ({ entries }) => entries?.[1]?.state === 'making');

    expect(await client.cancel(task)).toMatchObject({ status: 'cancelled' });
    await expect(rest).rejects.toThrow();
    await waitUntil(async () => (await server.onDisk('work')).length === 0, 'an empty work folder');
    expect(processesNaming(join(server.dataDir, 'media/work'))).toEqual([]);
    expect(await client.refused(API.bundle(task))).toEqual(refusalOf('TASK_CANCELLED'));
    site.mood = 'well';
  });

  it('with one entry is that entry as a plain file, which is named once its page has been read', async () => {
    const { task_id: task } = await taskFor(
      [`${origin.url}/podcast/episode?e`],
      ([entry = '']) => ({
        kind: 'entry',
        quality: 'sound',
        entry,
      }),
    );
    expect(await client.merge(task)).toMatchObject({ status: 'complete', kind: 'entry' });
    const file = await client.fetch(`${API.file(task)}?download=1`);
    expect(file.headers.get('content-type')).toBe('audio/mpeg');
    expect(file.headers.get('content-disposition')).toMatch(/Episode_one.*\.mp3/);
  });

  it('fails if none of its entries can be made, and reports their reason', async () => {
    const { task_id: task } = await taskFor(['http://10.0.0.1/a', `${origin.url}/x`], ([, id]) =>
      bundle([id ?? '']),
    );
    const end = await client.merge(task);
    expect(end.status).toBe('error');
    expect(end.entries).toMatchObject([{ state: 'failed', error_code: end.error_code }]);
  });
});
