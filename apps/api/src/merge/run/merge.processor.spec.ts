import { errorMessage, ERRORS } from '@dipper/contract';
import { DomainError } from '../../infra/errors/domain-error.js';
import { SourceDamaged } from '../../source/client/source-damaged.js';
import { processName } from '../../infra/process/process-name.js';
import type { Failure } from '../task/task-records.js';
import { taskStatus } from '../task/task-status.js';
import { mergeTask } from '../testing/merge-task.js';
import { AWAY, DAMAGE, MADE, type Make, setUpProcessor, TASK } from '../testing/processor.js';

/** Fails this many times, like a query while the database is down. */
const afterOutage =
  <Args extends unknown[], T>(failures: number, call?: (...args: Args) => Promise<T>) =>
  (...args: Args): Promise<T> =>
    failures-- > 0 || !call ? Promise.reject(AWAY) : call(...args);

const waitForAbort: Make = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('MergeProcessor', () => {
  it('runs queued tasks one after the other', async () => {
    const { notes, processor } = setUpProcessor(2);
    await processor.work();
    expect(notes).toEqual(['complete', 'complete']);
  });

  it('does nothing when nothing is queued', async () => {
    const { notes, told, processor } = setUpProcessor(0);
    await processor.work();
    expect([notes, told]).toEqual([[], []]);
  });

  it('continues after a failure', async () => {
    const outcomes = [Promise.reject(new Error('broken')), Promise.resolve(MADE)];
    void Promise.allSettled(outcomes);
    const { notes, processor } = setUpProcessor(
      2,
      () => outcomes.shift() ?? Promise.reject(new Error()),
    );
    await processor.work();
    expect(notes).toEqual(['MERGE_FAILED', 'complete']);
  });

  it.each([true, false])('tells the maker whether the task accepts damage: %s', async (accepts) => {
    const asked: boolean[] = [];
    const { notes, tasks, processor } = setUpProcessor(1, (_, { acceptsDamage }) => {
      asked.push(acceptsDamage);
      return Promise.resolve({ ...MADE, damage: DAMAGE });
    });
    const claimNext = tasks.claimNext;
    tasks.claimNext = async (...args) => {
      const task = (await claimNext?.(...args)) ?? null;
      return task && { ...task, acceptsDamage: accepts };
    };
    tasks.complete = (_, { damage }) =>
      Promise.resolve(Boolean(notes.push(JSON.stringify(damage))));
    await processor.work();
    expect([asked, notes]).toEqual([[accepts], ['[{"from":1,"to":2}]']]);
  });

  it.each<[Error, Failure]>([
    [
      new SourceDamaged(DAMAGE, 'planted'),
      {
        code: 'SOURCE_DAMAGED',
        message: ERRORS.SOURCE_DAMAGED.message,
        values: null,
        damage: DAMAGE,
      },
    ],
    [
      new DomainError('DISK_FULL'),
      { code: 'DISK_FULL', message: ERRORS.DISK_FULL.message, values: null, damage: null },
    ],
    [
      new DomainError('FILE_TOO_LARGE', { values: { bytes: 4096, path: 7 } }),
      {
        code: 'FILE_TOO_LARGE',
        message: errorMessage('FILE_TOO_LARGE', { bytes: 4096 }),
        values: { bytes: 4096 },
        damage: null,
      },
    ],
  ])(
    'stores why there is no file, including where the source is damaged: %s',
    async (error, failure) => {
      const noted: Failure[] = [];
      const { tasks, processor } = setUpProcessor(1, () => Promise.reject(error));
      tasks.fail = (_, given) => Promise.resolve(Boolean(noted.push(given)));
      await processor.work();
      expect(noted).toEqual([failure]);
    },
  );

  it('fails a task whose recipe cannot be read', async () => {
    const { notes, runs, processor } = setUpProcessor(1);
    Object.assign(runs, { read: () => JSON.parse('{') as never });
    await processor.work();
    expect(notes).toEqual(['MERGE_FAILED']);
  });

  it('waits for the database at every step of a run, and makes the file once', async () => {
    jest.useFakeTimers();
    const make = jest.fn<ReturnType<Make>, []>(() => Promise.resolve(MADE));
    const { notes, told, tasks, files, processor } = setUpProcessor(1, make);
    files.findShared = afterOutage(2, () => Promise.resolve(null));
    tasks.complete = afterOutage(2, tasks.complete);
    tasks.find = afterOutage(2, () => Promise.resolve(mergeTask({ status: 'complete' })));
    const working = processor.work();
    await jest.advanceTimersByTimeAsync(30_000);
    await working.finally(() => jest.useRealTimers());
    const calls = make.mock.calls.length;
    expect([notes, told.at(-1), calls]).toEqual([['complete'], 'repeated complete', 1]);
  });

  it('does not run a task twice concurrently, even if its lease has expired', async () => {
    const { processor, notes, events } = setUpProcessor(2, waitForAbort);
    const first = processor.work();
    await turn();
    await processor.work();
    expect(notes).toEqual([]);
    events.emit('ended', taskStatus(mergeTask({ status: 'cancelled', stage: null })));
    await turn();
    processor.handBackAll();
    await first;
  });

  it('discards the file if its run no longer has the task', async () => {
    const { notes, tasks, processor } = setUpProcessor(1);
    tasks.complete = () => Promise.resolve(false);
    await processor.work();
    expect(notes).toEqual(['discarded f.mp4']);
  });

  it('keeps a finished file when the connection breaks during a shutdown', async () => {
    jest.useFakeTimers();
    const { notes, tasks, processor } = setUpProcessor(1, () => {
      processor.drain();
      return Promise.resolve(MADE);
    });
    tasks.complete = afterOutage(1, tasks.complete);
    const working = processor.work();
    await jest.advanceTimersByTimeAsync(5000);
    await working.finally(() => jest.useRealTimers());
    expect(notes).toEqual(['complete']);
  });

  it('announces an end only once if the reply to its update was lost', async () => {
    const { told, events, tasks, processor } = setUpProcessor(1, () =>
      Promise.reject(new Error('broken')),
    );
    const settled = jest.fn();
    events.on('settled', settled);
    let runId = '';
    tasks.fail = (key) => {
      ({ runId } = key);
      return Promise.resolve(false);
    };
    tasks.find = () => Promise.resolve(mergeTask({ status: 'error', stage: null, runId }));
    await processor.work();
    expect(told.filter((one) => one !== 'began processing')).toEqual(['ended error']);
    // By then, the row no longer contains the visitor.
    expect(settled.mock.calls).toEqual([[{ taskId: TASK, errorCode: null, visitor: 'me' }]]);
  });

  it('repeats the end of a task that another run has ended', async () => {
    const { told, tasks, processor } = setUpProcessor(1);
    tasks.complete = () => Promise.resolve(false);
    tasks.find = () => Promise.resolve(mergeTask({ status: 'complete', runId: 'of another' }));
    await processor.work();
    expect(told).toEqual(['began processing', 'repeated complete']);
  });

  it('hands back a claimed task during a shutdown', async () => {
    const { notes, tasks, processor } = setUpProcessor(1);
    const claimNext = tasks.claimNext;
    tasks.claimNext = async (...args) => {
      processor.handBackAll();
      return (await claimNext?.(...args)) ?? null;
    };
    await processor.work();
    expect(notes).toEqual(['handed back']);
  });

  it('fails tasks whose runs have died, except those that it is running itself', async () => {
    const { told, tasks, processor } = setUpProcessor(1, waitForAbort);
    const spared: (readonly string[])[] = [];
    tasks.giveUp = (_code, _message, except) => {
      spared.push(except);
      return Promise.resolve([{ taskId: 'dead', runId: 'r' }]);
    };
    tasks.find = (taskId) =>
      Promise.resolve(
        taskId === 'dead' ? mergeTask({ status: 'error', stage: null, runId: 'r' }) : null,
      );
    const working = processor.work();
    await turn();
    await processor.giveUpDead();
    expect([spared, told]).toEqual([[[TASK]], ['began processing', 'ended error']]);
    processor.handBackAll();
    await working;
  });

  it('stays busy during a shutdown until it has handed back a task, and does not take the task again', async () => {
    const { notes, processor } = setUpProcessor(1, waitForAbort);
    const working = processor.work();
    await turn();
    const seen: string[] = [];
    const idle = processor.idle().then(() => seen.push('idle', ...notes));
    await turn();
    expect(seen).toEqual([]);
    processor.handBackAll();
    await Promise.all([working, idle]);
    expect(seen).toEqual(['idle', 'handed back']);
  });

  describe('a run that gave up its slot', () => {
    /**
     * The first task's source is so slow that its run gives up the slot. The second task is made
     * immediately.
     */
    function setUpSlow() {
      const ends: (() => void)[] = [];
      const made: string[] = [];
      const make: Make = async (_, { slot, signal, runId }) => {
        if (made.push(runId) > 1) {
          return MADE;
        }
        await slot.during(
          () =>
            new Promise<void>((resolve, reject) => {
              ends.push(resolve);
              signal.addEventListener('abort', () => reject(signal.reason as Error));
            }),
          signal,
        );
        return MADE;
      };
      const all = setUpProcessor(1, make, 1);
      return { ...all, finish: () => ends.forEach((end) => end()) };
    }

    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    it('continues alongside the next run and ends like any other', async () => {
      const { notes, processor, finish, more } = setUpSlow();
      const working = processor.work();
      await jest.advanceTimersByTimeAsync(3000);
      expect(notes).toEqual([]);
      more('another');
      await jest.advanceTimersByTimeAsync(1000);
      await working;
      expect(notes).toEqual(['complete']);
      finish();
      await processor.idle();
      expect(notes).toEqual(['complete', 'complete']);
    });

    it('is awaited during a shutdown, and its task is handed back to the queue', async () => {
      const { notes, processor, more } = setUpSlow();
      const working = processor.work();
      more('another');
      await jest.advanceTimersByTimeAsync(3000);
      await working;
      expect(notes).toEqual(['complete']);
      processor.drain();
      let isIdle = false;
      const idle = processor.idle().then(() => (isIdle = true));
      await jest.advanceTimersByTimeAsync(3000);
      expect(isIdle).toBe(false);
      processor.handBackAll();
      await idle;
      expect(notes).toEqual(['complete', 'handed back']);
    });

    it('ends when its task is cancelled, and its slot stays free', async () => {
      const { notes, processor, events, more } = setUpSlow();
      const working = processor.work();
      more('another');
      await jest.advanceTimersByTimeAsync(3000);
      await working;
      events.emit('ended', taskStatus(mergeTask({ status: 'cancelled', stage: null })));
      await processor.idle();
      more('a third');
      await processor.work();
      expect(notes).toEqual(['complete', 'complete']);
    });
  });

  it('hands back a task if only the shutdown made it fail', async () => {
    const { notes, processor } = setUpProcessor(1, () => {
      processor.drain();
      return Promise.reject(new DomainError('UNAVAILABLE'));
    });
    await processor.work();
    expect(notes).toEqual(['handed back']);
  });

  it('after a task was cancelled, reports only its end', async () => {
    jest.useFakeTimers();
    let finish = (): void => undefined;
    const { told, tasks, events, processor } = setUpProcessor(
      1,
      // This run receives bytes after the cancellation, as if its child processes took a while to
      // end.
      (_, { meter, signal }) =>
        new Promise((_resolve, reject) => {
          const arriving = setInterval(() => meter.file.addBytes(0, 9), 50);
          finish = () => {
            clearInterval(arriving);
            reject(signal.reason as Error);
          };
        }),
    );
    const cancelled = mergeTask({ status: 'cancelled', stage: null });
    tasks.find = () => Promise.resolve(cancelled);
    const working = processor.work();
    await jest.advanceTimersByTimeAsync(600);
    expect(told).toContain('advanced processing');
    events.emit('ended', taskStatus(cancelled));
    const before = told.length;
    await jest.advanceTimersByTimeAsync(2000);
    expect(told).toHaveLength(before);
    finish();
    await working;
    expect(told.slice(before)).toEqual(['repeated cancelled']);
    jest.useRealTimers();
  });

  it.each<[string, string | null, boolean]>([
    ['a process that has ended', processName().replace(/\S+$/, '1'), true],
    ['this process', processName(), false],
    ['a process on another machine', 'elsewhere 1 1', false],
    ['no known process', null, false],
  ])('decides whether a run by %s can still write', async (_, worker, isDead) => {
    const asked: unknown[] = [];
    const { tasks, processor } = setUpProcessor(1, (_recipe, { after }) => {
      asked.push(after);
      return Promise.resolve(MADE);
    });
    const claimNext = tasks.claimNext;
    tasks.claimNext = async (...args) => {
      const task = (await claimNext?.(...args)) ?? null;
      return task && { ...task, staleRunId: 'before', staleWorkerId: worker };
    };
    await processor.work();
    expect(asked).toEqual([{ runId: 'before', isDead }]);
  });

  it('leaves partial files to the next run, but removes those of a cancelled run', async () => {
    const left: boolean[] = [];
    const make: Make = async (recipe, options) => {
      try {
        return await waitForAbort(recipe, options);
      } catch (error) {
        left.push(options.leaves(error));
        throw error;
      }
    };
    const { events, processor } = setUpProcessor(1, make);
    const first = processor.work();
    await turn();
    events.emit('ended', taskStatus(mergeTask({ taskId: TASK, status: 'cancelled' })));
    await first;
    const other = setUpProcessor(1, make);
    const second = other.processor.work();
    await turn();
    other.processor.handBackAll();
    await second;
    expect([left, other.notes]).toEqual([[false, true], ['handed back']]);
  });
});
