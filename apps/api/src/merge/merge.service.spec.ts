import type { FinishedFiles } from './file/finished-files.js';
import { MergeEvents } from './merge-events.js';
import { MergeService } from './merge.service.js';
import type { MergeTaskRepository } from './task/merge-task.repository.js';
import type { MergeTask } from './task/merge-task.entity.js';
import type { TaskRecipes } from './task/task-recipes.js';
import type { WaitingLine } from './waiting-line.js';

/**
 * A service whose database contains only this task, and a record of the ids that were looked up.
 */
function setUp(task: Partial<MergeTask> | null, isStored = false) {
  const asked: string[] = [];
  const tasks = {
    find: (id: string) => {
      asked.push(id);
      return Promise.resolve(task as MergeTask | null);
    },
  };
  const service = new MergeService(
    {} as WaitingLine,
    tasks as unknown as MergeTaskRepository,
    { isValid: () => Promise.resolve(isStored) } as unknown as TaskRecipes,
    {} as FinishedFiles,
    new MergeEvents(),
  );
  const codes = async (...ids: string[]): Promise<string[]> => {
    const ends: string[] = [];
    for (const id of ids) {
      ends.push(
        await service.status(id).then(
          ({ status }) => status,
          (error: unknown) => (error as { code: string }).code,
        ),
      );
    }
    return ends;
  };
  return { asked, codes };
}

describe('MergeService.status', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('looks up an unknown id only once in 5 s', async () => {
    // The cache keeps a reference to the `performance` object, and caches its time for a
    // millisecond.
    jest.useFakeTimers({ doNotFake: ['performance'] });
    const now = jest.spyOn(performance, 'now').mockReturnValue(1000);
    const { asked, codes } = setUp(null);
    expect(await codes('a', 'a', 'b', 'a')).toEqual(Array<string>(4).fill('TASK_UNKNOWN'));
    expect(asked).toEqual(['a', 'b']);
    now.mockReturnValue(6001);
    jest.advanceTimersByTime(1);
    await codes('a');
    expect(asked).toEqual(['a', 'b', 'a']);
  });

  it('looks up a finished and deleted task every time, because it may be restarted', async () => {
    const { asked, codes } = setUp({ expiresInSeconds: 0 });
    expect(await codes('a', 'a')).toEqual(['TASK_UNKNOWN', 'TASK_UNKNOWN']);
    expect(asked).toEqual(['a', 'a']);
  });

  it('recognizes a task that was not started', async () => {
    const { asked, codes } = setUp(null, true);
    expect(await codes('a', 'a')).toEqual(['prepared', 'prepared']);
    expect(asked).toEqual(['a', 'a']);
  });

  it('does not remember strings that cannot be ids', async () => {
    const { asked, codes } = setUp(null);
    await codes('x'.repeat(129), 'x'.repeat(129));
    expect(asked).toHaveLength(2);
  });
});
