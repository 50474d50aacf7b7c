import { DomainError } from '../../infra/http/domain-error.js';
import type { DiskStore } from '../../infra/storage/disk.store.js';
import type { Reservation } from '../../infra/storage/reservation.js';
import type { WorkArea } from '../../infra/storage/work-area.js';
import type { Maker } from '../../make/maker.port.js';
import type { MakerRegistry } from '../../make/maker-registry.js';
import type { Join } from '../../make/recipe.js';
import type { Span } from '../../source/source-damaged.js';
import { ProgressMeter } from './progress-meter.js';
import { TaskRun } from './task-run.js';
import type { TaskSources } from './task-sources.js';

const DAMAGE: readonly Span[] = [{ from: 432, to: 436 }];

/** A run whose maker gives a file with this damage, whatever is accepted. */
function setUp(
  damage: readonly Span[],
  room: Partial<Reservation> = { ended: new AbortController().signal },
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
  const folder = { path: '/work', room, close: () => Promise.resolve() };
  const runs = new TaskRun(
    { for: () => maker } as unknown as MakerRegistry,
    { weigh: () => 0 } as unknown as TaskSources,
    { open: () => Promise.resolve(folder) } as unknown as WorkArea,
    {
      publish: (_: string, fileId: string) => Promise.resolve(published.push(fileId)),
    } as unknown as DiskStore,
  );
  const make = (acceptsDamage: boolean) =>
    runs.make({ kind: 'join' } as Join, {
      runId: 'r',
      after: null,
      leaves: () => false,
      meter: new ProgressMeter([]),
      signal: new AbortController().signal,
      acceptsDamage,
      slot: { during: (fetch) => fetch() },
    });
  return { make, published, asked };
}

describe('TaskRun', () => {
  it.each<[accepts: boolean, damage: readonly Span[]]>([
    [true, DAMAGE],
    [true, []],
    [false, []],
  ])('publishes a file with what is known of its damage: accepted %s, %j', async (...given) => {
    const [accepts, damage] = given;
    const { make, published, asked } = setUp(damage);
    expect(await make(accepts)).toMatchObject({ fileId: published[0], damage });
    expect(asked).toEqual([accepts]);
  });

  it('publishes no damaged file that nobody accepted', async () => {
    const { make, published } = setUp(DAMAGE);
    await expect(make(false)).rejects.toMatchObject({ code: 'SOURCE_DAMAGED', damage: DAMAGE });
    expect(published).toEqual([]);
  });

  it('ends when its room is taken back', async () => {
    const full = new DomainError('DISK_FULL');
    const { make, published } = setUp([], { ended: AbortSignal.abort(full) });
    await expect(make(false)).rejects.toBe(full);
    expect(published).toEqual([]);
  });
});
