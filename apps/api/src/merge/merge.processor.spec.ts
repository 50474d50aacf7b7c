import { DomainError } from '../infra/http/domain-error.js';
import type { FileLifetime } from './file-lifetime.js';
import type { FileSource } from './file-source.js';
import { MergeProgress } from './merge-progress.js';
import { mergeTask } from './testing/merge-task.js';
import type { MergeTask } from './merge-task.entity.js';
import type { MergeTaskRepository } from './merge-task.repository.js';
import { MergeProcessor } from './merge.processor.js';

const MADE = { fileId: 'f.mp4', fileBytes: 1, combinedBytes: 1 };
const TASK = 'T'.repeat(43);

/** The tasks of a database that hands out `queued` of them, and what was noted of each run. */
function tasksOf(queued: number) {
  const notes: string[] = [];
  const tasks: Partial<MergeTaskRepository> = {
    claim: () => Promise.resolve(queued-- > 0 ? mergeTask() : null),
    advance: () => Promise.resolve(true),
    complete: () => Promise.resolve(Boolean(notes.push('complete'))),
    fail: (_, code) => Promise.resolve(Boolean(notes.push(code))),
    handBack: () => {
      // It is in the queue again, for whoever comes next.
      queued += 1;
      return Promise.resolve(Boolean(notes.push('handed back')));
    },
    find: () => Promise.resolve(null),
  };
  return { notes, tasks: tasks as MergeTaskRepository };
}

function processorOf(
  tasks: MergeTaskRepository,
  get: FileSource['get'],
  progress = new MergeProgress(),
): MergeProcessor {
  const lifetime = { end: () => new Date() } as FileLifetime;
  const files = { get, discard: () => Promise.resolve() } as unknown as FileSource;
  return new MergeProcessor(tasks, files, progress, lifetime);
}

const waitForAbort: FileSource['get'] = (_task: MergeTask, { signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

describe('MergeProcessor', () => {
  it('runs a task once', async () => {
    const { notes, tasks } = tasksOf(1);
    await processorOf(tasks, () => Promise.resolve(MADE)).process(TASK);
    expect(notes).toEqual(['complete']);
  });

  it('does nothing for a task that another run has', async () => {
    const { notes, tasks } = tasksOf(0);
    await processorOf(tasks, () => Promise.reject(new Error('not asked'))).process(TASK);
    expect(notes).toEqual([]);
  });

  it('runs a task again that was started anew while its run was ending', async () => {
    const { notes, tasks } = tasksOf(2);
    const outcomes = [Promise.reject(new Error('broken')), Promise.resolve(MADE)];
    void Promise.allSettled(outcomes);
    await processorOf(tasks, () => outcomes.shift() ?? Promise.reject(new Error())).process(TASK);
    expect(notes).toEqual(['MERGE_FAILED', 'complete']);
  });

  it('says nothing of a run that lost its task', async () => {
    const { notes, tasks } = tasksOf(1);
    const processor = processorOf(tasks, waitForAbort);
    const running = processor.process(TASK);
    await Promise.resolve();
    processor.stop(TASK);
    await running;
    expect(notes).toEqual([]);
  });

  it('hands a task back at shutdown, and does not take it up again', async () => {
    const { notes, tasks } = tasksOf(1);
    const processor = processorOf(tasks, waitForAbort);
    const running = processor.process(TASK);
    await Promise.resolve();
    expect(processor.isRunning(TASK)).toBe(true);
    processor.handBackAll();
    await running;
    expect(notes).toEqual(['handed back']);
  });

  it('hands back what failed only because the server shuts down', async () => {
    const { notes, tasks } = tasksOf(1);
    const processor = processorOf(tasks, () => {
      processor.onModuleDestroy();
      return Promise.reject(new DomainError('UNAVAILABLE'));
    });
    await processor.process(TASK);
    expect(notes).toEqual(['handed back']);
  });

  it('says nothing of a task after it was cancelled but how it ended', async () => {
    jest.useFakeTimers();
    const { tasks } = tasksOf(1);
    const cancelled = mergeTask({ status: 'cancelled', stage: null });
    tasks.find = () => Promise.resolve(cancelled);
    const progress = new MergeProgress();
    const told: string[] = [];
    progress.onStatus(({ status }) => told.push(status));
    let finish = (): void => undefined;
    const processor = processorOf(
      tasks,
      // Takes its time to end, as child processes do; bytes still arrive.
      (_, { meter, signal }) =>
        new Promise((_resolve, reject) => {
          const arriving = setInterval(() => meter.addBytes(0, 9), 50);
          finish = () => {
            clearInterval(arriving);
            reject(signal.reason as Error);
          };
        }),
      progress,
    );
    const running = processor.process(TASK);
    await jest.advanceTimersByTimeAsync(300);
    processor.stop(TASK);
    const before = told.length;
    await jest.advanceTimersByTimeAsync(500);
    expect(told).toHaveLength(before);
    finish();
    await running;
    expect(told.slice(before)).toEqual(['cancelled']);
    jest.useRealTimers();
  });
});
