import type { FinishedFiles } from '../file/finished-files.js';
import { MergeEvents } from '../merge-events.js';
import { MergeProcessor } from '../run/merge.processor.js';
import { WorkSlots } from '../run/slots/work-slots.js';
import { TaskLifecycle } from '../run/task-lifecycle.js';
import type { TaskRun } from '../run/task-run.js';
import type { MergeTaskRepository } from '../task/merge-task.repository.js';
import type { TaskQueueRepository } from '../task/task-queue.repository.js';
import type { ClaimedTask } from '../task/task-records.js';

export const MADE = { fileId: 'f.mp4', fileBytes: 1, combinedBytes: 1, damage: [] };
export const DAMAGE = [{ from: 1, to: 2 }];
export const TASK = 'T'.repeat(43);
export const AWAY = Object.assign(new Error('Connection terminated unexpectedly'), {});

export type Make = TaskRun['make'];

/**
 * A database with this many queued tasks, a fake maker, and a record of what happened to each run.
 */
export function setUpProcessor(
  queued: number,
  make: Make = () => Promise.resolve(MADE),
  concurrency = 2,
) {
  const notes: string[] = [];
  const events = new MergeEvents();
  const told: string[] = [];
  for (const event of ['began', 'advanced', 'ended', 'repeated'] as const) {
    events.on(event, ({ status }) => told.push(`${event} ${status}`));
  }
  const note = (text: string): Promise<boolean> => Promise.resolve(Boolean(notes.push(text)));
  const others: string[] = [];
  const claimed = (taskId: string): ClaimedTask => ({
    taskId,
    recipe: {},
    ...{ progress: 0, acceptsDamage: false, visitor: 'me', sourceHost: null },
    steps: null,
    ...{ staleRunId: null, staleWorkerId: null, deaths: 0, waitedSeconds: 0 },
    ...{ queuedAt: new Date(0), traceParent: null },
  });
  const tasks: Partial<MergeTaskRepository> = {
    claimNext: (_, { except }) => {
      const isNext = queued > 0 && !except.includes(TASK) && queued-- > 0;
      const next = isNext ? TASK : others.shift();
      return Promise.resolve(next === undefined ? null : claimed(next));
    },
    advance: () => Promise.resolve(true),
    complete: () => note('complete'),
    fail: (_, { code }) => note(code),
    handBack: () => {
      queued += 1;
      return note('handed back');
    },
    find: () => Promise.resolve(null),
  };
  const runs = {
    ...{ kinds: ['join'], quickKinds: [] },
    read: () => ({ recipe: {}, estimates: [null], isAudio: false }),
    clearAfter: () => Promise.resolve(),
    make,
  } as unknown as TaskRun;
  const files = {
    findShared: () => Promise.resolve(null),
    discard: (ids: string[]) => note(`discarded ${ids.join()}`),
  } as unknown as FinishedFiles;
  const queue: Partial<TaskQueueRepository> = {
    isAnyWaiting: () => Promise.resolve(queued + others.length > 0),
  };
  const slots = new WorkSlots({ MERGE_CONCURRENCY: concurrency }, queue as TaskQueueRepository);
  const lifecycle = new TaskLifecycle(tasks as MergeTaskRepository, runs, files, events);
  const processor = new MergeProcessor(
    tasks as MergeTaskRepository,
    runs,
    lifecycle,
    events,
    slots,
  );
  const more = (taskId: string): void => void others.push(taskId);
  return { notes, told, events, tasks, runs, files, processor, more };
}
