import type { JobQueue } from '../infra/queue/job-queue.port.js';
import { WAITING } from './task/queue.sql.js';
import type { QueuePlace, TaskQueueRepository } from './task/task-queue.repository.js';
import { WaitingLine } from './waiting-line.js';

const place = (taskId: string, at: number): QueuePlace => ({
  taskId,
  place: at,
  progress: 0,
  steps: null,
  kind: 'join',
});

function setUp(answerMs: number) {
  const state = { places: [place('a', 1)], reads: 0, crowd: { own: 0, all: 0 } };
  const tasks: Partial<TaskQueueRepository> = {
    places: () => {
      state.reads += 1;
      const { places } = state;
      return new Promise((resolve) => setTimeout(() => resolve(places), answerMs));
    },
    countWaiting: () => Promise.resolve(state.crowd),
  };
  return { state, line: new WaitingLine({} as JobQueue, tasks as TaskQueueRepository) };
}

describe('WaitingLine', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('reads places once for all concurrent callers, and caches them for ten times as long as the query took', async () => {
    const { line, state } = setUp(20);
    const asked = Promise.all(Array.from({ length: 100 }, () => line.placeOf('a')));
    await jest.advanceTimersByTimeAsync(20);
    expect(new Set(await asked)).toEqual(new Set([1]));
    await jest.advanceTimersByTimeAsync(199);
    expect(await line.placeOf('a')).toBe(1);
    expect(state.reads).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    const later = line.placeOf('a');
    await jest.advanceTimersByTimeAsync(20);
    expect([await later, state.reads]).toEqual([1, 2]);
  });

  it('queries again for newly queued tasks, but only once', async () => {
    const { line, state } = setUp(20);
    const first = line.placeOf('a');
    // The places are being read at this point.
    await jest.advanceTimersByTimeAsync(10);
    state.places = [place('a', 1), place('b', 2)];
    const asked = Promise.all([line.placeOf('b'), line.placeOf('b'), line.placeOf('nowhere')]);
    await jest.advanceTimersByTimeAsync(100);
    expect([await first, await asked, state.reads]).toEqual([1, [2, 2, null], 2]);
  });

  it.each([
    [{ own: WAITING.ofVisitor - 1, all: WAITING.inAll - 1 }, null],
    [
      { own: WAITING.ofVisitor, all: 60 },
      { code: 'TOO_MANY_WAITING', status: 429 },
    ],
    [
      { own: 0, all: WAITING.inAll },
      { code: 'BUSY', status: 503 },
    ],
    [
      { own: WAITING.ofVisitor, all: WAITING.inAll },
      { code: 'BUSY', status: 503 },
    ],
  ])('with %j waiting, decides whether one more task may wait: %j', async (crowd, refusal) => {
    const { line, state } = setUp(0);
    state.crowd = crowd;
    const thrown: unknown = await line.refuseIfFull('A').catch((error: unknown) => error);
    if (refusal === null) {
      expect(thrown).toBeUndefined();
    } else {
      expect(thrown).toMatchObject({ ...refusal, retryAfterSeconds: expect.any(Number) as number });
    }
  });
});
