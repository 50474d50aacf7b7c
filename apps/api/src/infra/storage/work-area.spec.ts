import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskRoom } from './room/disk-room.js';
import { WorkArea } from './work-area.js';

describe('WorkArea between runs', () => {
  let root: string;
  let room: DiskRoom;
  let work: WorkArea;

  const MAX_BYTES = 1_000_000;
  const takes = (name: string): boolean => name.startsWith('source');
  const start = async (): Promise<void> => {
    room = new DiskRoom({ root, maxBytes: MAX_BYTES });
    work = new WorkArea({ root, maxBytes: MAX_BYTES }, room);
    await room.onModuleInit();
    await work.onModuleInit();
  };
  beforeEach(async () => {
    root = join(await mkdtemp(join(tmpdir(), 'dipper-work-')), 'media');
    await start();
  });
  afterEach(async () => {
    room.onApplicationShutdown();
    await rm(join(root, '..'), { recursive: true });
  });

  /** Starts a run that writes something, which is counted. */
  const begin = async (runId = 'first') => {
    const folder = await work.open(runId, 0);
    await writeFile(join(folder.path, 'source'), Buffer.alloc(409_600));
    await writeFile(join(folder.path, 'joined'), 'x');
    folder.room.count(409_600);
    return folder;
  };
  const fits = (bytes: number): Promise<boolean> =>
    room.reserve(bytes).then(
      (reservation) => (reservation.release(), true),
      () => false,
    );

  it('leaves a folder to the next run, which takes over the files that it can use', async () => {
    const first = await begin();
    expect(await work.isHandedOver('first')).toBe(false);
    await first.leave();
    expect([await work.isHandedOver('first'), await work.isHandedOver('none')]).toEqual([
      true,
      false,
    ]);
    const next = await work.open('next', 0, { runId: 'first', takes });
    expect(await readdir(next.path)).toEqual(['source']);
    expect((await readFile(join(next.path, 'source'))).length).toBe(409_600);
    expect([await work.list(), await work.isHandedOver('next')]).toEqual([['next'], false]);
  });

  it('starts empty if there is nothing to take over', async () => {
    const next = await work.open('next', 0, { runId: 'gone', takes });
    expect(await readdir(next.path)).toEqual([]);
  });

  it.each<[string, () => Promise<void>]>([
    ['taken over', async () => (await work.open('next', 0, { runId: 'first', takes })).close()],
    ['removed', () => work.discard('first')],
    [
      'removed by another process',
      async () => {
        await rm(join(root, 'work', 'first'), { recursive: true });
        await work.list();
      },
    ],
  ])('counts left-over bytes until the folder is %s', async (_, end) => {
    await (await begin()).leave();
    expect([await fits(550_000), await fits(650_000)]).toEqual([true, false]);
    await end();
    expect(await fits(MAX_BYTES)).toBe(true);
  });

  it('counts what a dead run left behind, from the first sweep after a restart', async () => {
    await begin();
    room.onApplicationShutdown();
    await start();
    expect(await work.list()).toEqual(['first']);
    expect([await fits(550_000), await fits(650_000)]).toEqual([true, false]);
    await work.discard('first');
    expect(await fits(MAX_BYTES)).toBe(true);
  });

  it('counts the folder of an active run once', async () => {
    await begin();
    await work.list();
    expect(await fits(MAX_BYTES - 409_600)).toBe(true);
  });

  it('counts a folder once if a sweep sees it while it is being taken over', async () => {
    await (await begin()).leave();
    const inner = work as unknown as Record<'takeOver', (...all: unknown[]) => Promise<void>>;
    const takeOver = inner.takeOver.bind(work);
    inner.takeOver = async (...all) => {
      await takeOver(...all);
      await work.list();
    };
    const next = await work.open('next', 0, { runId: 'first', takes });
    next.room.count(409_600);
    expect([await fits(550_000), await fits(650_000)]).toEqual([true, false]);
  });

  it('leaves nothing behind of a run that gets no space', async () => {
    await (await begin()).leave();
    const opening = work.open('next', MAX_BYTES + 1, { runId: 'first', takes });
    await expect(opening).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(await work.list()).toEqual([]);
    expect(await fits(MAX_BYTES)).toBe(true);
  });

  it("removes a folder that can't be left to the next run", async () => {
    const first = await begin();
    await rm(first.path, { recursive: true });
    await first.leave();
    expect(await work.list()).toEqual([]);
    expect(await fits(MAX_BYTES)).toBe(true);
  });
});
