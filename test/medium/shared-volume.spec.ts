import { API, type ErrorCode, isFinal } from '@dipper/contract';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { failureOf, refusalOf } from '../harness/catalogue.js';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { findWayIn } from '../harness/find-way-in.js';
import { untilReports } from '../harness/readiness.js';
import { TestServer } from '../harness/server.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

const MB = 1_000_000;

const refusalBody = (code: ErrorCode): { code: ErrorCode; error: string } => ({
  code,
  error: refusalOf(code).error,
});
const VOLUME_BYTES = 132 * MB;
/** The part of a small volume that no run may use. */
const RESERVED_BYTES = VOLUME_BYTES / 5;
/**
 * Returns the path of streams of 9.7 MB whose manifest omits the sizes; each `variant` gives a
 * different task.
 */
const big = (variant: number): string => `/dash/slow.mpd?rate=1000000000&variant=${variant}`;
/**
 * This is more files than fit, because the database takes 40 MB, and a run needs twice the size of
 * its file.
 */
const MANY = 8;

const WAY_IN = findWayIn(
  [
    ['unshare', '-m'],
    ['unshare', '-r', '-m'],
  ],
  'mount -t tmpfs tmpfs /mnt',
  'test/medium/shared-volume needs a mount namespace for a small disk',
);

/** Moves DATA_DIR, which contains the embedded database, to its own file system. */
const ON_SMALL_VOLUME = `
  mount -t tmpfs -o size=${VOLUME_BYTES} tmpfs /mnt && cp -a "$DATA_DIR/." /mnt &&
  mount --move /mnt "$DATA_DIR" && exec "$@"`;

const sharedVolume = (): void => {
  let origin: Origin;
  let server: TestServer;
  let client: TestClient;
  let whole: string[] = [];

  beforeAll(async () => {
    origin = await startOrigin();
    server = await TestServer.start({
      launcher: [...(WAY_IN ?? []), 'sh', '-c', ON_SMALL_VOLUME, 'sh'],
      env: { RATE_LIMIT: 'off', MERGE_CONCURRENCY: '3' },
    });
    client = new TestClient(server);
  });
  afterAll(async () => {
    await server.stop();
    await origin.close();
  });

  const inside = (...path: string[]): string =>
    join(`/proc/${server.pid}/root${server.dataDir}`, ...path);
  const freeBytes = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(inside());
    return bavail * bsize;
  };
  const taskFor = async (path: string): Promise<string> => {
    const info = await client.search(origin.url + path);
    return taskOf(pick(info, ({ kind }) => kind === 'merge'));
  };
  const query = async (sql: string): Promise<void> => {
    const database = new Client({ host: inside('socket'), user: 'postgres', database: 'postgres' });
    await database.connect();
    try {
      await database.query(sql);
    } finally {
      await database.end();
    }
  };

  it('is filled up to the reserve by concurrent runs, and the others fail with DISK_FULL', async () => {
    const tasks: string[] = [];
    for (let variant = 0; variant < MANY; variant += 1) {
      tasks.push(await taskFor(big(variant)));
    }
    await Promise.all(tasks.map((task) => client.start(task)));
    let least = await freeBytes();
    const ends = await Promise.all(
      tasks.map((task) =>
        client.waitFor(task, (status) => {
          void freeBytes().then((free) => (least = Math.min(least, free)));
          return isFinal(status.status);
        }),
      ),
    );
    expect(least).toBeGreaterThan(RESERVED_BYTES / 2);
    for (const end of ends.filter(({ status }) => status !== 'complete')) {
      expect(end).toMatchObject(failureOf('DISK_FULL'));
    }
    whole = ends.filter(({ status }) => status === 'complete').map((end) => end.task_id);
    expect(whole.length).toBeGreaterThan(1);
    expect(whole.length).toBeLessThan(tasks.length);
    expect(await server.onDisk('work')).toEqual([]);
    expect(await server.onDisk('files')).toHaveLength(whole.length);
  });

  it('leaves room for the database, and all finished files are served', async () => {
    await query(
      'CREATE TABLE filler AS SELECT repeat(md5(n::text), 8) FROM generate_series(1, 20000) n',
    );
    await query('DROP TABLE filler');
    for (const task of whole) {
      const { actual_sizes } = await client.status(task);
      const body = await (await client.fetch(API.file(task))).arrayBuffer();
      expect(body.byteLength).toBe(actual_sizes.final_file);
    }
  });

  it('immediately gives the space of expired files to the next run, but deletes no file early', async () => {
    // Expire all files but one, because Postgres may have begun another 16 MB segment of its log in
    // the meantime.
    const [promised = '', ...expired] = whole;
    const task = await taskFor(big(1000));
    await query(
      `UPDATE merge_task SET expires_at = now() WHERE task_id IN ('${expired.join("','")}')`,
    );
    expect(await client.merge(task)).toMatchObject({ status: 'complete' });
    for (const gone of expired) {
      expect(await client.refused(API.file(gone))).toEqual(refusalOf('FILE_EXPIRED'));
    }
    expect((await client.fetch(API.file(promised), { method: 'HEAD' })).status).toBe(200);
    whole = [promised, task];
  });

  describe('that other programs fill to the last byte', () => {
    const unstarted: string[] = [];

    beforeAll(async () => {
      for (let variant = 2000; variant < 2003; variant += 1) {
        unstarted.push(await taskFor(big(variant)));
      }
      await writeFile(inside('filler'), Buffer.alloc(VOLUME_BYTES)).catch(() => undefined);
      // Fill the remaining space through the database, until Postgres gets no more.
      const more = `SELECT string_agg(md5(random()::text), '') a FROM generate_series(1, 20000)`;
      await expect(query(`CREATE TABLE more AS ${more}`)).rejects.toMatchObject({ code: '53100' });
    });

    it('makes the server report that it is not ready, because the disk is failing', async () => {
      expect(await untilReports(server, { disk: 'failing' })).toBe(503);
    });

    it('makes the server refuse a search with 503', async () => {
      const { status } = await client.searchRefusal(origin.url + big(2100));
      expect(status).toBe(503);
    });

    it('makes the server either refuse a start as unavailable or accept it', async () => {
      for (const task of unstarted) {
        const started = await client.fetch(`${API.startMerge}?task_id=${task}`);
        expect([200, 503]).toContain(started.status);
        expect(await started.json()).toMatchObject(
          started.status === 200 ? { task_id: task } : refusalBody('UNAVAILABLE'),
        );
      }
    });

    it('does not keep the server from serving finished files', async () => {
      for (const task of whole) {
        const { actual_sizes } = await client.status(task);
        const body = await (await client.fetch(API.file(task))).arrayBuffer();
        expect(body.byteLength).toBe(actual_sizes.final_file);
      }
    });

    it('works again once there is space', async () => {
      await rm(inside('filler'));
      await untilReports(server, { disk: 'ok' });
      await query(`UPDATE merge_task SET expires_at = now() WHERE expires_at IS NOT NULL`);
      expect(await client.merge(await taskFor(big(3000)))).toMatchObject({ status: 'complete' });
    });
  });
};

describe('a volume shared by media and the embedded database', () => {
  if (WAY_IN === null) {
    it.skip('is only tested with a mount namespace, which provides a small disk', () => undefined);
  } else {
    sharedVolume();
  }
});
