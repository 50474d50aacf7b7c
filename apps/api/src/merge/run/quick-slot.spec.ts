import { inLogContext, type LogContext, logContext } from '../../infra/log/log-context.js';
import type { FinishedFiles } from '../file/finished-files.js';
import { MergeEvents } from '../merge-events.js';
import type { MergeTaskRepository } from '../task/merge-task.repository.js';
import type { ClaimedTask } from '../task/task-records.js';
import type { TaskQueueRepository } from '../task/task-queue.repository.js';
import { MergeProcessor } from './merge.processor.js';
import type { TaskRun } from './task-run.js';
import { TaskLifecycle } from './task-lifecycle.js';
import { WorkSlots } from './slots/work-slots.js';

type Waiting = readonly [taskId: string, kind: 'join' | 'subtitle'];

function setUp(waiting: Waiting[], make: () => Promise<unknown> = () => Promise.resolve({})) {
  const done: string[] = [];
  const tasks: Partial<MergeTaskRepository> = {
    claimNext: (_, { kinds }) => {
      const at = waiting.findIndex(([, kind]) => kinds.includes(kind));
      const [task] = at < 0 ? [] : waiting.splice(at, 1);
      return Promise.resolve(task === undefined ? null : claimed(task[0]));
    },
    complete: ({ taskId }) => Promise.resolve(done.push(taskId) > 0),
    find: () => Promise.resolve(null),
  };
  const runs = {
    ...{ kinds: ['join', 'subtitle'], quickKinds: ['subtitle'], make },
    read: () => ({ recipe: {}, estimates: [], isAudio: false }),
    clearAfter: () => Promise.resolve(),
  } as unknown as TaskRun;
  const files = { findShared: () => Promise.resolve(null) } as unknown as FinishedFiles;
  const queue: Partial<TaskQueueRepository> = { isAnyWaiting: () => Promise.resolve(false) };
  const slots = new WorkSlots({ MERGE_CONCURRENCY: 1 }, queue as TaskQueueRepository);
  const repository = tasks as MergeTaskRepository;
  const events = new MergeEvents();
  const lifecycle = new TaskLifecycle(repository, runs, files, events);
  const processor = new MergeProcessor(repository, runs, lifecycle, events, slots);
  return { done, tasks, processor };
}

function claimed(taskId: string): ClaimedTask {
  return {
    ...{ taskId, recipe: {}, progress: 0, acceptsDamage: false, steps: null },
    ...{ visitor: null, sourceHost: null, staleRunId: null, staleWorkerId: null },
    ...{ deaths: 0, waitedSeconds: 0, queuedAt: new Date(0), traceParent: null },
  };
}

describe('MergeProcessor with one slot', () => {
  it('runs a quick task alongside a slow one while other slow tasks wait', async () => {
    let end = (): void => undefined;
    const makes = [new Promise<unknown>((resolve) => (end = () => resolve({})))];
    const waiting: Waiting[] = [
      ['film', 'join'],
      ['another', 'join'],
      ['words', 'subtitle'],
    ];
    const { done, processor } = setUp(waiting, () => makes.shift() ?? Promise.resolve({}));
    const first = processor.work();
    await processor.work();
    expect(done).toEqual(['words']);
    end();
    await first;
    expect(done).toEqual(['words', 'film', 'another']);
  });

  it('logs each run with its own task, whichever request started it', async () => {
    const contexts: LogContext[] = [];
    const waiting: Waiting[] = [
      ['film', 'join'],
      ['another', 'join'],
    ];
    const { processor } = setUp(waiting, () => {
      contexts.push(logContext());
      return Promise.resolve({});
    });
    await inLogContext({ requestId: 'r', taskId: 'film' }, () => processor.work());
    expect(contexts).toEqual([{ taskId: 'film' }, { taskId: 'another' }]);
  });

  it('looks for a task again if one arrived while it was looking', async () => {
    const waiting: Waiting[] = [];
    const { done, tasks, processor } = setUp(waiting);
    const { claimNext } = tasks;
    let answer = (): void => undefined;
    const looks = [new Promise<null>((resolve) => (answer = () => resolve(null)))];
    tasks.claimNext = (key, limits) =>
      (limits.kinds.includes('join') ? looks.shift() : undefined) ??
      claimNext?.(key, limits) ??
      Promise.resolve(null);
    const first = processor.work();
    await new Promise((resolve) => setImmediate(resolve));
    waiting.push(['late', 'join']);
    await processor.work();
    answer();
    await first;
    expect(done).toEqual(['late']);
  });
});
