import { API, createTaskReplySchema, listInfoSchema, waveformSchema } from '@dipper/contract';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from '../../harness/cluster.js';
import { READY, untilReports } from '../../harness/readiness.js';
import { TestServer } from '../../harness/server.js';
import { waitUntil } from '../../harness/wait-until.js';

/** The cases that differ if the processes share a bucket instead of a disk. */
export function storageCases(the: () => Cluster): void {
  let finished: string;
  let bytes: number;

  it('are ready, and report that the storage is also ready', async () => {
    for (const server of the().all) {
      expect(await untilReports(server, { ...READY, storage: 'ok' })).toBe(200);
    }
  });

  it('keep no finished file on their disks', async () => {
    const { clients, origin } = the();
    finished = await the().newTask(`${origin.url}/dash/webm.mpd?s3`);
    bytes = (await clients[1].merge(finished)).actual_sizes.final_file ?? 0;
    for (const server of the().all) {
      expect(await readdir(join(server.dataDir, 'media'))).not.toContain('files');
      await waitUntil(async () => (await server.onDisk('work')).length === 0, 'no work folder');
    }
  });

  it('serve ranges, HEAD and conditional requests from the bucket', async () => {
    const { clients, visitor } = the();
    const path = API.file(finished);
    const whole = Buffer.from(await (await clients[0].fetch(path)).arrayBuffer());
    expect(whole.length).toBe(bytes);
    const head = await clients[0].fetch(`${path}?download=1`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(bytes));
    expect(head.headers.get('content-disposition')).toMatch(/^attachment; filename/);
    const etag = head.headers.get('etag') ?? '';
    const known = await clients[0].fetch(path, {
      // Without this, fetch would add `no-cache`.
      headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
    });
    expect(known.status).toBe(304);
    // nginx uses the processes in turn: one relays the file, and the other lets nginx fetch it.
    for (const client of [clients[0], visitor, visitor]) {
      const part = await client.fetch(path, { headers: { range: 'bytes=5-14' } });
      const range = part.headers.get('content-range');
      expect([part.status, range]).toEqual([206, `bytes 5-14/${bytes}`]);
      expect(part.headers.get('x-content-type-options')).toBe('nosniff');
      expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(5, 15));
    }
  });

  it('return the same waveform', async () => {
    const { clients, apis } = the();
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

  it('serve a zip through a process that has no access to the growing file', async () => {
    const { clients, origin } = the();
    const post = async (path: string, body: unknown): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' };
      const sent = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await clients[1].fetch(path, sent)).json();
    };
    const links = ['s3-one', 's3-two'].map((name) => `${origin.url}/dash/webm.mpd?${name}`);
    const list = listInfoSchema.parse(await post(API.lists, { links }));
    const entries = list.entries.map(({ id }) => id);
    const recipe = { kind: 'bundle', entries, quality: '720p' };
    const { task_id: task } = createTaskReplySchema.parse(
      await post(API.tasks, { task_id: list.task_id, recipe }),
    );
    await clients[1].start(task);
    const growing = await clients[0].fetch(API.bundle(task));
    const zip = Buffer.from(await growing.arrayBuffer());
    const end = await clients[1].waitFor(task, ({ status }) => status === 'complete');
    expect(zip.length).toBe(end.actual_sizes.final_file);
    expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
  });

  it('start without the bucket, and report what is wrong', async () => {
    const { apis, clients, s3 } = the();
    const lost = await TestServer.start({
      env: { ...s3, S3_BUCKET: 'no-such-bucket-here', ROLE: 'api' },
      apartFrom: apis[0],
    });
    try {
      expect(await untilReports(lost, { ...READY, storage: 'failing' })).toBe(503);
      const file = await fetch(`${lost.url}${API.file(finished)}`);
      expect([file.status, await file.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
      await waitUntil(
        () => lost.log.includes('S3 has no bucket no-such-bucket-here'),
        'the sentence',
      );
    } finally {
      await lost.stop();
    }
    // The other processes still reach the file.
    expect((await clients[0].fetch(API.file(finished), { method: 'HEAD' })).status).toBe(200);
  });
}
