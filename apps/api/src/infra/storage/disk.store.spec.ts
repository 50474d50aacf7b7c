import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskRoom } from './room/disk-room.js';
import { DiskStore } from './disk.store.js';
import { fileStoreSuite } from './testing/file-store-suite.js';
import { WorkArea } from './work-area.js';

describe('media on disk', () => {
  let root: string;
  let room: DiskRoom;
  let store: DiskStore;
  let work: WorkArea;
  let runs = 0;

  const open = async (maxBytes?: number): Promise<void> => {
    room = new DiskRoom({ root, maxBytes });
    store = new DiskStore({ root, maxBytes }, room);
    work = new WorkArea({ root, maxBytes }, room);
    for (const part of [room, store, work]) {
      await part.onModuleInit();
    }
  };
  beforeEach(async () => {
    root = join(await mkdtemp(join(tmpdir(), 'dipper-store-')), 'media');
    await open();
  });
  afterEach(async () => {
    room.onApplicationShutdown();
    await rm(join(root, '..'), { recursive: true });
  });

  const fits = (bytes: number): Promise<boolean> =>
    room.reserve(bytes).then(
      (reservation) => {
        reservation.release();
        return true;
      },
      (error: { code?: string }) => {
        expect(error.code).toBe('DISK_FULL');
        return false;
      },
    );

  fileStoreSuite(() => ({
    store,
    publish: async (name, content) => {
      const folder = await work.open(`run-${runs++}`, 0);
      const path = join(folder.path, 'out.tmp');
      await writeFile(path, content);
      try {
        return await store.publish(path, name, folder.room);
      } finally {
        await folder.close();
      }
    },
  }));

  it('lets nginx send a file if it can read the folder', async () => {
    expect(await store.handOut('a.mp4')).toBeNull();
    const behindNginx = new DiskStore({ root, maxBytes: 0, accelRedirect: '/protected/' }, room);
    expect(await behindNginx.handOut('a.mp4')).toEqual({
      to: 'proxy',
      url: '/protected/a.mp4',
    });
  });

  it('removes the sidecars that other processes wrote too late', async () => {
    await writeFile(join(root, 'files', 'a.beside'), 'of another process, too late');
    await store.survey();
    expect(await readdir(join(root, 'files'))).toEqual([]);
    // This is a folder, which can't be removed like a sidecar.
    await mkdir(join(root, 'files', 'b.beside'));
    expect(await store.survey()).toEqual([]);
  });

  it('gives each run its own folder and removes it afterwards', async () => {
    const [one, other] = [await work.open('one', 0), await work.open('other', 0)];
    await writeFile(join(one.path, 'source-0'), 'x');
    await writeFile(join(other.path, 'source-0'), 'y');
    await one.close();
    expect(await work.list()).toEqual(['other']);
    expect(await readFile(join(other.path, 'source-0'), 'utf8')).toBe('y');
  });

  it('never reuses a folder, because its old run may still be writing', async () => {
    await work.open('run', 0);
    await expect(work.open('run', 100)).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it("does not fail when it closes a folder that is gone or can't be removed", async () => {
    const folder = await work.open('run', 0);
    await rm(folder.path, { recursive: true });
    await folder.close();
    const stuck = await work.open('stuck', 0);
    const fs = jest.requireActual<typeof import('node:fs/promises')>('node:fs/promises');
    const failing = jest.spyOn(fs, 'rm').mockRejectedValueOnce(new Error('EBUSY'));
    await stuck.close();
    failing.mockRestore();
    expect(await work.list()).toEqual(['stuck']);
  });

  it.each(['../secret', 'a/b', '', '.hidden', 'x'.repeat(129), 'a.mp4.exe.', 'ü'])(
    'refuses a run named %j',
    async (name) => {
      await expect(work.open(name, 0)).rejects.toThrow('not one of our file names');
    },
  );

  it('counts reserved bytes, bytes written beyond them, and finished files', async () => {
    await open(1000);
    const run = await work.open('run', 300);
    expect([await fits(700), await fits(701)]).toEqual([true, false]);
    run.room.count(400);
    expect([await fits(600), await fits(601)]).toEqual([true, false]);
    await run.room.growTo(500);
    expect(await fits(501)).toBe(false);

    const file = join(run.path, 'joined');
    await writeFile(file, Buffer.alloc(200));
    await store.publish(file, 'a.mp4', run.room);
    // The bytes are counted once, even while the folder still exists.
    expect([await fits(800), await fits(801)]).toEqual([true, false]);
    await run.close();
    expect([await fits(800), await fits(801)]).toEqual([true, false]);
    await store.remove('a.mp4');
    expect(await fits(1000)).toBe(true);
  });

  it('stops the run whose bytes exceed the limit', async () => {
    await open(1000);
    const { room: mine } = await work.open('run', 0);
    mine.count(1000);
    expect(() => mine.count(1)).toThrow(expect.objectContaining({ code: 'DISK_FULL' }) as Error);
    // Removing bytes frees the space again.
    mine.count(-500);
    mine.count(400);
  });

  it('keeps a reservation if it cannot be enlarged', async () => {
    await open(1000);
    const { room: mine } = await work.open('run', 600);
    await expect(mine.growTo(1001)).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect([await fits(400), await fits(401)]).toEqual([true, false]);
  });

  it('reserves no more than the space on the volume, for one run or several', async () => {
    await open(Number.MAX_SAFE_INTEGER);
    const free = await room.free();
    expect(await fits(free * 2)).toBe(false);
    const first = await room.reserve(free * 0.6);
    expect([await fits(free * 0.6), await fits(free * 0.2)]).toEqual([false, true]);
    // Written bytes reduce the free space, and must not be counted twice.
    first.count(free * 0.5);
    expect(await fits(free * 0.6)).toBe(true);
    first.release();
  });

  it('does not refuse a run because of a reservation that is itself being refused', async () => {
    await open(1000);
    const asked = await Promise.all([fits(600), fits(5000), fits(700), fits(400)]);
    expect(asked).toEqual([true, false, true, true]);
  });

  it('counts files that existed before the start, and those of other processes', async () => {
    await writeFile(join(root, 'files', 'old.mp4'), Buffer.alloc(600));
    await open(1000);
    expect([await fits(400), await fits(401)]).toEqual([true, false]);
    await writeFile(join(root, 'files', 'other.mp4'), Buffer.alloc(100));
    await store.survey();
    expect(await fits(301)).toBe(false);
  });

  it('tolerates foreign files and files that vanish', async () => {
    await open(1000);
    for (const name of ['.nfs0001', 'lost+found', '.DS_Store']) {
      await mkdir(join(root, 'files', name));
      await mkdir(join(root, 'work', name));
    }
    await mkdir(join(root, 'files', 'folder.mp4'));
    await writeFile(join(root, 'files', 'a.mp4'), Buffer.alloc(600));
    expect(await store.survey()).toMatchObject([{ name: 'a.mp4' }]);
    expect(await work.list()).toEqual([]);
    await Promise.all([store.remove('a.mp4'), store.remove('a.mp4'), store.survey()]);
    expect([await fits(1000), await fits(1001)]).toEqual([true, false]);
  });

  it('treats a removed folder as empty', async () => {
    await open(1000);
    await writeFile(join(root, 'files', 'a.mp4'), Buffer.alloc(600));
    await store.survey();
    await rm(root, { recursive: true });
    expect([await store.survey(), await work.list()]).toEqual([[], []]);
    expect(await fits(1000)).toBe(true);
  });

  it('never revokes a reservation in favor of others', async () => {
    await open(1000);
    const { room: mine } = await work.open('run', 500);
    await writeFile(join(root, 'files', 'other.mp4'), Buffer.alloc(900));
    await store.survey();
    await mine.growTo(500);
    await expect(mine.growTo(501)).rejects.toMatchObject({ code: 'DISK_FULL' });
  });

  it('does not mistake a disk failure for a missing file', async () => {
    await rm(join(root, 'files'), { recursive: true });
    expect(await store.sizeOf('a.mp4')).toBeNull();
    await writeFile(join(root, 'files'), 'not a folder');
    await expect(store.sizeOf('a.mp4')).rejects.toThrow('ENOTDIR');
  });

  it('counts the age of a published file from the end of its flush', async () => {
    const { path, room: mine } = await work.open('run', 0);
    const file = join(path, 'joined');
    await writeFile(file, 'x');
    await utimes(file, 0, 0);
    await store.publish(file, 'a.mp4', mine);
    expect((await store.survey())[0]?.ageMs).toBeLessThan(60_000);
  });
});
