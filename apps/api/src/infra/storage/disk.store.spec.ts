import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from '../env/env.js';
import { DiskStore } from './disk.store.js';

describe('DiskStore', () => {
  let folder: string;
  let store: DiskStore;

  const open = async (limits: Record<string, string> = {}): Promise<DiskStore> => {
    const opened = new DiskStore(parseEnv({ DATA_DIR: folder, ...limits }));
    await opened.onModuleInit();
    return opened;
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-store-'));
    store = await open();
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('publishes a file under its final name only when it is whole', async () => {
    const work = await store.openWork('task');
    await writeFile(join(work, 'out.tmp'), 'whole');
    expect(await store.has('a.mp4')).toBe(false);
    expect(await store.publish(join(work, 'out.tmp'), 'a.mp4')).toBe(5);
    expect(await readFile(store.pathOf('a.mp4'), 'utf8')).toBe('whole');
    expect((await store.list()).map(({ name }) => name)).toEqual(['a.mp4']);
    await store.remove('a.mp4');
    expect(await store.has('a.mp4')).toBe(false);
  });

  it('gives each run an empty folder and leaves nothing of it', async () => {
    await writeFile(join(await store.openWork('task'), 'left'), 'x');
    const again = await store.openWork('task');
    await expect(readFile(join(again, 'left'))).rejects.toThrow('ENOENT');
    await store.closeRun(again);
    expect(await store.listWork()).toEqual([]);
  });

  it('ends all work on a task, and on no other', async () => {
    await store.openWork('task');
    await store.openWork('task2');
    await store.closeWork('task');
    expect(await store.listWork()).toMatchObject([{ taskId: 'task2' }]);
  });

  it('lets a run that was held up do no harm to the one that took over', async () => {
    const early = await store.openWork('task');
    const later = early.replace(/\.\w+$/, '.zzzzzzzz');
    await mkdir(later);
    await writeFile(join(later, 'source-0'), 'x');
    await store.openWork('task');
    await store.closeRun(early);
    expect(await readFile(join(later, 'source-0'), 'utf8')).toBe('x');
  });

  it.each(['../secret', 'a/b', '', '.hidden', 'x'.repeat(129), 'a.mp4.exe.', 'ü'])(
    'refuses the name %j',
    async (name) => {
      expect(() => store.pathOf(name)).toThrow('not a name');
      await expect(store.openWork(name)).rejects.toThrow('not a name');
    },
  );

  it('counts what is there against the limit', async () => {
    const small = await open({ MAX_DISK_BYTES: '1000' });
    const work = await small.openWork('task');
    await writeFile(join(work, 'part'), Buffer.alloc(600));
    expect(await small.hasRoomFor(400)).toBe(true);
    expect(await small.hasRoomFor(401)).toBe(false);
    expect(await store.hasRoomFor(Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});
