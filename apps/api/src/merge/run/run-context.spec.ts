import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Maker, MakeContext } from '../../make/maker.port.js';
import type { Join } from '../../make/recipe.js';
import { sourceFormat } from '../../extract/testing/recorded-page.js';
import { RunContext } from './run-context.js';
import { RunMeter } from './meter/run-meter.js';
import type { TaskSources } from './task-sources.js';

const RECIPE = { kind: 'join' } as Join;

/** Fake disk space, which only counts. */
class Room {
  written = 0;
  readonly promised: number[] = [];

  growTo(bytes: number): Promise<void> {
    this.promised.push(bytes);
    return Promise.resolve();
  }

  count(bytes: number): void {
    this.written += bytes;
  }

  countKept(bytes: number): void {
    this.written += bytes;
  }
}

describe('RunContext', () => {
  let folder: string;
  let room: Room;
  let passed: number;
  let meter: RunMeter;

  function contextOf(make: (context: MakeContext) => Promise<void>): RunContext {
    const maker: Partial<Maker> = {
      sources: () => [sourceFormat({ sizeBytes: 100 })],
      isAudio: () => false,
      roomFor: (bytes) => bytes * 2,
      make: async (_, context) => {
        await context.fetch([sourceFormat()], { pageUrl: '', durationSeconds: null });
        await make(context);
        return { path: join(context.folder, 'made'), ext: 'mp4', damage: [] };
      },
    };
    const sources: Partial<TaskSources> = {
      boundTotalSize: () => 100,
      fetch: (_, __, { folder: at, meter: inner }) => {
        at.room.count(100);
        inner.file.addBytes(0, 100);
        return Promise.resolve([{ path: '', bytes: 100 } as never]);
      },
    };
    const slot = {
      during: <T>(fetch: () => Promise<T>) => fetch(),
      yieldSlot: () => Promise.resolve(void (passed += 1)),
    };
    return new RunContext(
      {
        ...{ slot, signal: new AbortController().signal, acceptsDamage: false },
        makers: { for: () => maker as Maker },
        sources: sources as TaskSources,
        entries: {} as never,
        meter,
      },
      { path: folder, room },
    );
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-run-'));
    [room, passed] = [new Room(), 0];
    meter = new RunMeter({ estimates: [], isAudio: false });
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('gives each file a folder and space, and releases both afterwards', async () => {
    const run = contextOf(async (inner) => {
      expect(await readdir(inner.folder)).toEqual([]);
      await writeFile(join(inner.folder, 'made'), 'made');
      inner.count(10);
    });
    // The size of the zip so far.
    run.count(1000);
    for (const done of [0, 1, 2]) {
      const path = await run.within({ done, of: 3 }, async (inner) => {
        const made = await inner.make(RECIPE);
        expect(room.written).toBe(1110);
        return made.path;
      });
      expect(path).toBe(join(folder, 'part', 'made'));
      expect([room.written, await readdir(folder)]).toEqual([1000, []]);
    }
    // Each entry needs space on top of what is already used. Its maker estimates how much.
    expect(room.promised).toEqual([1200, 1200, 1200]);
    expect([run.combinedBytes, passed]).toEqual([300, 2]);
    expect(meter.read(0).progress).toBeGreaterThan(90);
  });

  it('releases the folder and the space of a failed file, and continues', async () => {
    const run = contextOf(() => Promise.reject(new Error('broken')));
    const failing = run.within({ done: 0, of: 2 }, (inner) => inner.make(RECIPE));
    await expect(failing).rejects.toThrow('broken');
    expect([room.written, await readdir(folder)]).toEqual([0, []]);
    await expect(run.within({ done: 1, of: 2 }, () => Promise.resolve('next'))).resolves.toBe(
      'next',
    );
  });
});
