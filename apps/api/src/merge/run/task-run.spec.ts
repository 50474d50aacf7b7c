import { DomainError } from '../../infra/errors/domain-error.js';
import type { FileStore } from '../../infra/storage/file-store.port.js';
import type { Reservation } from '../../infra/storage/room/reservation.js';
import type { FolderTakeover, WorkArea } from '../../infra/storage/work-area.js';
import type { Maker } from '../../make/maker.port.js';
import type { MakerRegistry } from '../../make/maker-registry.js';
import type { Join } from '../../make/recipe.js';
import type { Span } from '../../source/client/source-damaged.js';
import type { ListEntries } from './list-entries.js';
import { RunMeter } from './meter/run-meter.js';
import { type EarlierRun, type TaskRunOptions, TaskRun } from './task-run.js';
import type { TaskSources } from './task-sources.js';

const DAMAGE: readonly Span[] = [{ from: 432, to: 436 }];

/** A run whose maker returns a file with this damage, whether or not the visitor accepts damage. */
function setUp(
  damage: readonly Span[],
  room: Partial<Reservation> = { ended: new AbortController().signal },
  changes: { maker?: Partial<Maker>; sources?: object } = {},
) {
  const published: string[] = [];
  const asked: boolean[] = [];
  const maker: Partial<Maker> = {
    sources: () => [],
    roomFor: () => 0,
    make: (_, { acceptsDamage, signal }) => {
      asked.push(acceptsDamage);
      signal.throwIfAborted();
      return Promise.resolve({ path: '/made', ext: 'mp4', damage });
    },
  };
  const work: string[] = [];
  const note = (text: string): Promise<boolean> => Promise.resolve(Boolean(work.push(text)));
  const folder = { path: '/work', room, close: () => note('closed'), leave: () => note('left') };
  const runs = new TaskRun(
    { for: () => changes.maker ?? maker } as unknown as MakerRegistry,
    (changes.sources ?? { boundTotalSize: () => 0 }) as TaskSources,
    {} as ListEntries,
    {
      open: async (_: string, __: number, from: FolderTakeover | null) => {
        await note(`after ${from?.runId ?? 'nobody'}`);
        return folder;
      },
      isHandedOver: (runId: string) => Promise.resolve(runId === 'left'),
      discard: (runId: string) => note(`discarded ${runId}`),
      isAvailable: () => Promise.resolve(true),
    } as unknown as WorkArea,
    {
      publish: (_: string, fileId: string) => Promise.resolve(published.push(fileId)),
    } as unknown as FileStore,
  );
  const make = (acceptsDamage: boolean, options: Partial<TaskRunOptions> = {}) =>
    runs.make({ kind: 'join' } as Join, {
      taskId: 't',
      runId: 'r',
      after: null,
      leaves: () => false,
      meter: new RunMeter({ estimates: [], isAudio: false }),
      signal: new AbortController().signal,
      acceptsDamage,
      slot: { during: (fetch) => fetch(), yieldSlot: () => Promise.resolve() },
      ...options,
    });
  return { make, published, asked, work };
}

describe('TaskRun', () => {
  it.each<[accepts: boolean, damage: readonly Span[]]>([
    [true, DAMAGE],
    [true, []],
    [false, []],
  ])('publishes a file with its known damage (accepted: %s): %j', async (...given) => {
    const [accepts, damage] = given;
    const { make, published, asked } = setUp(damage);
    expect(await make(accepts)).toMatchObject({ fileId: published[0], damage });
    expect(asked).toEqual([accepts]);
  });

  it('does not publish a damaged file when the visitor does not accept damage', async () => {
    const { make, published } = setUp(DAMAGE);
    await expect(make(false)).rejects.toMatchObject({ code: 'SOURCE_DAMAGED', damage: DAMAGE });
    expect(published).toEqual([]);
  });

  it('fetches a range, or everything if the range is unusable', async () => {
    const asked: unknown[] = [];
    const sources = {
      boundTotalSize: () => 0,
      discard: () => Promise.resolve(asked.push('discarded')),
      fetch: (_: unknown, __: unknown, { span }: { span: Span | null }) => {
        asked.push(span);
        return Promise.resolve([{ path: '/source', bytes: 7 }]);
      },
    };
    const maker: Partial<Maker> = {
      sources: () => [],
      roomFor: () => 0,
      make: async (_, context) => {
        const page = { pageUrl: 'https://a.example/', durationSeconds: null };
        await context.fetchSpan([], page, { from: 1, to: 2 });
        await context.fetchSpan([], page, { from: 1, to: 2 }, true);
        return { path: '/made', ext: 'mp4', damage: [] };
      },
    };
    const { make } = setUp([], undefined, { maker, sources });
    expect(await make(false)).toMatchObject({ combinedBytes: 7 });
    expect(asked).toEqual([{ from: 1, to: 2 }, 'discarded', null]);
  });

  it('stops when its space is revoked', async () => {
    const full = new DomainError('DISK_FULL');
    const { make, published } = setUp([], { ended: AbortSignal.abort(full) });
    await expect(make(false)).rejects.toBe(full);
    expect(published).toEqual([]);
  });

  it.each<[string, EarlierRun | null, string[]]>([
    ['nothing on the first run', null, ['after nobody']],
    ['the folder of a dead run', { runId: 'r0', isDead: true }, ['after r0']],
    ['a folder left behind for the next run', { runId: 'left', isDead: false }, ['after left']],
    [
      'nothing from a run that may still be writing',
      { runId: 'r0', isDead: false },
      ['discarded r0', 'after nobody'],
    ],
  ])('reuses %s', async (_, after, expected) => {
    const { make, work } = setUp([]);
    await make(false, { after });
    expect(work).toEqual([...expected, 'closed']);
  });

  it.each<[boolean, string]>([
    [true, 'left'],
    [false, 'closed'],
  ])('leaves its folder behind if there will be another run: %s', async (isLeft, end) => {
    const { make, work } = setUp([]);
    const reason = new Error('shutdown');
    const leaves = jest.fn(() => isLeft);
    const signal = AbortSignal.abort(reason);
    await expect(make(false, { leaves, signal })).rejects.toBe(reason);
    expect(leaves).toHaveBeenCalledWith(reason);
    expect(work.at(-1)).toBe(end);
  });
});
