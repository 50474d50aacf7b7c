import type { Env } from '../../infra/env/env.module.js';
import { MemoryJobQueue } from '../../infra/queue/memory.queue.js';
import type { MergeTaskRepository } from '../task/merge-task.repository.js';
import { queueEntry } from '../task/queue-entry.js';
import type { MergeProcessor } from './merge.processor.js';
import { Reconciler } from './reconciler.js';

const task = (taskId: string) => ({ taskId, queuedAt: new Date(0), runId: null });

/** A queue that records what is added to it. */
class Queue extends MemoryJobQueue {
  readonly added: string[] = [];

  override add(id: string): Promise<void> {
    this.added.push(id);
    return super.add(id);
  }
}

function world(ROLE: Env['ROLE'] = 'all', isDraining = false) {
  const queue = new Queue();
  const open = [task('a'), task('b')];
  const tasks = {
    findWorkers: () => Promise.resolve([]),
    findOpen: () => Promise.resolve(open),
  } as Partial<MergeTaskRepository>;
  const processor = { isDraining, giveUpDead: () => Promise.resolve() };
  const reconciler = new Reconciler(
    { ROLE } as Env,
    queue,
    tasks as MergeTaskRepository,
    processor as unknown as MergeProcessor,
  );
  return { queue, open, reconciler };
}
const entries = (...ids: string[]): string[] => ids.map((id) => queueEntry(task(id)));

describe('Reconciler', () => {
  it('adds only open tasks that are missing from the queue', async () => {
    const { queue, open, reconciler } = world();
    await queue.add(queueEntry(task('a')));
    await reconciler.reconcile();
    expect(queue.added).toEqual(entries('a', 'b'));
    open.push(task('c'));
    await reconciler.reconcile();
    await reconciler.reconcile();
    expect(queue.added).toEqual(entries('a', 'b', 'c'));
  });

  it.each([
    ['a process that runs no tasks', world('api')],
    ['a process that is shutting down', world('all', true)],
  ])('adds nothing in %s', async (_, { queue, reconciler }) => {
    await reconciler.reconcile();
    expect(queue.added).toEqual([]);
  });
});
