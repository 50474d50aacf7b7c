import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskRoom } from './disk-room.js';

/** The size of the volume. 2000 bytes of it must stay free. */
const VOLUME = 10_000;
const FULL = { code: 'DISK_FULL' };

describe('DiskRoom on a shared volume', () => {
  let root: string;
  let room: DiskRoom;
  let free: number;
  let looks: jest.SpyInstance;
  let clear: jest.Mock<Promise<void>, []>;

  beforeEach(async () => {
    jest.useFakeTimers();
    root = await mkdtemp(join(tmpdir(), 'dipper-room-'));
    free = 5000;
    looks = jest
      .spyOn(jest.requireActual<typeof import('node:fs/promises')>('node:fs/promises'), 'statfs')
      .mockImplementation((() =>
        Promise.resolve({ blocks: VOLUME, bsize: 1, bavail: free })) as never);
    room = new DiskRoom({ root, maxBytes: Number.MAX_SAFE_INTEGER });
    await room.onModuleInit();
    clear = jest.fn(() => Promise.resolve());
    room.onShortage(clear);
  });
  afterEach(async () => {
    room.onApplicationShutdown();
    looks.mockRestore();
    jest.useRealTimers();
    await rm(root, { recursive: true });
  });

  it('grants only the space beyond the reserve', async () => {
    (await room.reserve(3000)).release();
    await expect(room.reserve(3001)).rejects.toMatchObject(FULL);
    const run = await room.reserve(1000);
    await expect(run.growTo(3001)).rejects.toMatchObject(FULL);
    await run.growTo(3000);
  });

  it('admits no run once only the reserve is left, even if the size of the run is unknown', async () => {
    free = 2000;
    (await room.reserve(0)).release();
    expect(await room.isShort()).toBe(false);
    free = 1999;
    await expect(room.reserve(0)).rejects.toMatchObject(FULL);
    expect(await room.isShort()).toBe(true);
  });

  it('removes expired files before it refuses', async () => {
    clear.mockImplementation(() => {
      free += 1000;
      return Promise.resolve();
    });
    const run = await room.reserve(4000);
    await run.growTo(5000);
    expect(clear).toHaveBeenCalledTimes(2);
  });

  it('removes expired files when space becomes short for a run of unknown size', async () => {
    free = 4000;
    (await room.reserve(0)).release();
    expect(clear).not.toHaveBeenCalled();
    free = 3999;
    await room.reserve(0);
    expect(clear).toHaveBeenCalledTimes(1);
  });

  it('removes expired files when only our own limit is exceeded', async () => {
    room.onApplicationShutdown();
    room = new DiskRoom({ root, maxBytes: 1000 });
    await room.onModuleInit();
    room.keep('old', 900);
    clear.mockImplementationOnce(() => {
      room.keep('old', 400);
      return Promise.resolve();
    });
    room.onShortage(clear);
    await room.reserve(600);
    await expect(room.reserve(1)).rejects.toMatchObject(FULL);
  });

  it('stops a run that uses space from the reserve, without calling statfs for each write', async () => {
    const run = await room.reserve(0);
    looks.mockClear();
    run.count(3000);
    expect(() => run.count(1)).toThrow(expect.objectContaining(FULL) as Error);
    run.count(-2);
    run.count(1);
    expect(looks).not.toHaveBeenCalled();
  });

  it('does not count the bytes of an earlier run as newly written', async () => {
    const run = await room.reserve(3000);
    run.countKept(2999);
    run.count(3000);
    expect(() => run.count(1)).toThrow(expect.objectContaining(FULL) as Error);
  });

  it('checks the volume once a second while anything is being written', async () => {
    const runs = [await room.reserve(0), await room.reserve(0), await room.reserve(0)];
    looks.mockClear();
    await jest.advanceTimersByTimeAsync(3000);
    expect(looks).toHaveBeenCalledTimes(3);
    runs.forEach((run) => run.release());
    await jest.advanceTimersByTimeAsync(3000);
    expect(looks).toHaveBeenCalledTimes(3);
  });

  it('stops the latest run, and then one more each second, if other programs fill the volume', async () => {
    const [first, last] = [await room.reserve(0), await room.reserve(0)];
    free = 1999;
    await jest.advanceTimersByTimeAsync(1000);
    expect([first.ended.aborted, last.ended.aborted]).toEqual([false, true]);
    expect(last.ended.reason).toMatchObject(FULL);
    await jest.advanceTimersByTimeAsync(1000);
    expect(first.ended.aborted).toBe(true);
  });

  it('stops no run when removing expired files is enough', async () => {
    const run = await room.reserve(0);
    free = 1999;
    clear.mockImplementation(() => {
      free = 4000;
      return Promise.resolve();
    });
    await jest.advanceTimersByTimeAsync(5000);
    expect([run.ended.aborted, clear.mock.calls.length]).toEqual([false, 1]);
  });

  it('does not check the volume again while it is still removing files', async () => {
    const runs = [await room.reserve(0), await room.reserve(0)];
    free = 1999;
    let done = (): void => undefined;
    clear.mockImplementation(() => new Promise<void>((resolve) => (done = resolve)));
    await jest.advanceTimersByTimeAsync(5000);
    expect(clear).toHaveBeenCalledTimes(1);
    done();
    await jest.advanceTimersByTimeAsync(0);
    expect(runs.map(({ ended }) => ended.aborted)).toEqual([false, true]);
  });

  it('lets runs continue when the volume cannot be measured', async () => {
    const run = await room.reserve(0);
    looks.mockRejectedValueOnce(new Error('EIO'));
    await jest.advanceTimersByTimeAsync(2000);
    expect(run.ended.aborted).toBe(false);
  });
});
