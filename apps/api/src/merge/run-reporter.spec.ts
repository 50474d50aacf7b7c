import type { MergeStatus } from '@dipper/contract';
import { mergePlan, mergeTask } from './testing/merge-task.js';
import type { MergeTask } from './merge-task.entity.js';
import type { Advance, RunKey } from './merge-task.repository.js';
import { RunReporter } from './run-reporter.js';

const key: RunKey = { taskId: 'T'.repeat(43), runId: 'r' };

describe('RunReporter', () => {
  let told: MergeStatus[];
  let stored: Advance[];
  let lost: number;
  let answer: () => Promise<boolean>;

  beforeEach(() => {
    jest.useFakeTimers();
    [told, stored, lost] = [[], [], 0];
    answer = () => Promise.resolve(true);
  });
  afterEach(() => jest.useRealTimers());

  function start(task: MergeTask = mergeTask()): RunReporter {
    return new RunReporter(key, task, {
      tasks: { advance: (_, advance) => (stored.push(advance), answer()) },
      tell: (status) => told.push(status),
      lost: () => (lost += 1),
    });
  }

  it('tells at once, then at most ten times a second and only what is new', async () => {
    const reporter = start();
    expect(told).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(400);
    expect(told).toHaveLength(1);
    for (let at = 0; at < 100; at += 1) {
      reporter.meter.addBytes(0, 9);
      await jest.advanceTimersByTimeAsync(10);
    }
    expect(told.length).toBeGreaterThan(5);
    expect(told.length).toBeLessThanOrEqual(12);
    await reporter.close();
  });

  it('writes once a second, and where it ended', async () => {
    const reporter = start();
    await jest.advanceTimersByTimeAsync(3000);
    expect(stored).toHaveLength(3);
    reporter.meter.addBytes(0, 500);
    await reporter.close();
    expect(stored).toHaveLength(4);
    expect(stored.at(-1)).toMatchObject({ stage: 'video', progress: 45, combinedBytes: null });
  });

  it('tells the size of the streams once they are all there', async () => {
    const reporter = start();
    reporter.meter.addBytes(0, 500);
    reporter.meter.merging(0);
    await reporter.close();
    expect(stored.at(-1)).toMatchObject({ stage: 'merging', combinedBytes: 500 });
  });

  it('is silent after it was closed, however often', async () => {
    const reporter = start();
    await reporter.close();
    await reporter.close();
    const before = [told.length, stored.length];
    reporter.meter.addBytes(0, 900);
    await jest.advanceTimersByTimeAsync(5000);
    expect([told.length, stored.length]).toEqual(before);
  });

  it('closes only when what it writes is written', async () => {
    let done = (): void => undefined;
    answer = () => new Promise((resolve) => (done = () => resolve(true)));
    const closing = start().close();
    const order: string[] = [];
    void closing.then(() => order.push('closed'));
    await jest.advanceTimersByTimeAsync(100);
    order.push('written');
    done();
    await closing;
    expect(order).toEqual(['written', 'closed']);
  });

  it('never shows less than an earlier run had reached', async () => {
    const reporter = start(mergeTask({ progress: 50 }));
    expect(told[0]?.progress).toBe(50);
    reporter.meter.addBytes(0, 900);
    await reporter.close();
    expect(stored.at(-1)?.progress).toBe(81);
  });

  it('says when the task is no longer its own, and lives through a database that is away', async () => {
    const reporter = start();
    answer = () => Promise.reject(new Error('away'));
    await jest.advanceTimersByTimeAsync(2000);
    expect(lost).toBe(0);
    answer = () => Promise.resolve(false);
    await jest.advanceTimersByTimeAsync(1000);
    expect(lost).toBe(1);
    await reporter.close();
  });

  it.each([
    [mergePlan({ isAudio: true, sound: null }), 'audio'],
    [mergePlan({ sound: null }), 'video'],
    [mergePlan(), 'video'],
  ])('%#: calls the stage by what is fetched', async (plan, stage) => {
    const reporter = start(mergeTask({ plan }));
    expect(told[0]?.stage).toBe(stage);
    await reporter.close();
  });
});
