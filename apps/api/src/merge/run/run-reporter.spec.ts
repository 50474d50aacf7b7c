import type { MergeStatus } from '@dipper/contract';
import type { Advance, RunKey } from '../task/task-records.js';
import { RunReporter, type RunStart } from './run-reporter.js';

const key: RunKey = { taskId: 'T'.repeat(43), runId: 'r' };
const START: RunStart = {
  ...{ progress: 0, estimates: [900, 100], isAudio: false },
  ...{ steps: [], kind: 'join' },
};

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

  function start(changes: Partial<RunStart> = {}): RunReporter {
    return new RunReporter(
      key,
      { ...START, ...changes },
      {
        tasks: { advance: (_, advance) => (stored.push(advance), answer()) },
        tell: (status) => told.push(status),
        looked: () => undefined,
        lost: () => (lost += 1),
      },
    );
  }

  it('announces only changes, at most ten times a second', async () => {
    const reporter = start();
    for (let at = 0; at < 100; at += 1) {
      reporter.meter.file.addBytes(0, 9);
      await jest.advanceTimersByTimeAsync(10);
    }
    expect(told.length).toBeGreaterThan(2);
    expect(told.length).toBeLessThanOrEqual(10);
    const before = told.length;
    // Once the period for measuring the speed has passed, nothing changes anymore.
    await jest.advanceTimersByTimeAsync(10_000);
    const quiet = told.length;
    await jest.advanceTimersByTimeAsync(10_000);
    expect([told.length > before, told.length]).toEqual([true, quiet]);
    await reporter.close();
  });

  it('sends a heartbeat every second without changes, and stores the final progress', async () => {
    const reporter = start();
    await jest.advanceTimersByTimeAsync(5000);
    const before = stored.length;
    await jest.advanceTimersByTimeAsync(5000);
    expect(stored.length - before).toBe(5);
    reporter.meter.file.addBytes(0, 500);
    await reporter.close();
    expect(stored.at(-1)).toMatchObject({ stage: 'video', progress: 45, combinedBytes: null });
  });

  it('never announces progress before it is stored, because a crash would undo it', async () => {
    let written = (): void => undefined;
    answer = () => new Promise((resolve) => (written = () => resolve(true)));
    const reporter = start();
    reporter.meter.file.addBytes(0, 500);
    await jest.advanceTimersByTimeAsync(2000);
    expect(stored).toHaveLength(1);
    expect(told).toEqual([]);
    written();
    await jest.advanceTimersByTimeAsync(0);
    expect(told.map(({ progress }) => progress)).toEqual([45]);

    answer = () => Promise.reject(new Error('away'));
    reporter.meter.file.addBytes(0, 400);
    await jest.advanceTimersByTimeAsync(1000);
    // Only the progress waits for the database.
    expect(new Set(told.map(({ progress }) => progress))).toEqual(new Set([45]));
    expect(told.at(-1)?.stage).toBe('audio');
    await reporter.close();
  });

  it('announces the stream sizes once all are known', async () => {
    const reporter = start();
    reporter.meter.file.addBytes(0, 500);
    reporter.meter.file.merging(0);
    await reporter.close();
    expect(stored.at(-1)).toMatchObject({ stage: 'merging', combinedBytes: 500 });
  });

  it('is silent after closing, even when closed twice', async () => {
    const reporter = start();
    await reporter.close();
    await reporter.close();
    const before = [told.length, stored.length];
    reporter.meter.file.addBytes(0, 900);
    await jest.advanceTimersByTimeAsync(5000);
    expect([told.length, stored.length]).toEqual(before);
  });

  it('closes only once its last update is stored', async () => {
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

  it('never shows less progress than an earlier run had reached', async () => {
    const reporter = start({ progress: 50 });
    expect(reporter.status().progress).toBe(50);
    reporter.meter.file.addBytes(0, 900);
    await reporter.close();
    expect(stored.at(-1)?.progress).toBe(81);
  });

  it('reports that its task has been taken over, and survives a database that is down', async () => {
    const reporter = start();
    answer = () => Promise.reject(new Error('away'));
    await jest.advanceTimersByTimeAsync(2000);
    expect(lost).toBe(0);
    answer = () => Promise.resolve(false);
    await jest.advanceTimersByTimeAsync(1000);
    expect(lost).toBeGreaterThan(0);
    await reporter.close();
  });

  it.each([
    [true, 'audio'],
    [false, 'video'],
  ])('reports the stage for what is being fetched (audio only: %s)', async (isAudio, stage) => {
    const reporter = start({ isAudio, estimates: [900] });
    expect(reporter.status().stage).toBe(stage);
    await reporter.close();
  });

  it('stores and announces the states of entries when they change', async () => {
    const entries = (error_code: string | null) => [
      { id: 'e', title: null, state: 'making' as const, error_code },
    ];
    const reporter = start();
    answer = () => Promise.reject(new Error('away'));
    reporter.meter.standings = entries(null);
    await jest.advanceTimersByTimeAsync(250);
    answer = () => Promise.resolve(true);
    for (const bytes of [100, 200]) {
      reporter.meter.file.addBytes(0, bytes);
      await jest.advanceTimersByTimeAsync(250);
    }
    reporter.meter.standings = entries('NO_MEDIA');
    await jest.advanceTimersByTimeAsync(250);
    await reporter.close();
    const codes = (statuses: readonly Pick<MergeStatus, 'entries'>[]) =>
      statuses.map((status) => status.entries?.map(({ error_code }) => error_code) ?? null);
    expect(codes(told)).toEqual([[null], [null], null, ['NO_MEDIA']]);
    expect(codes(stored as unknown as MergeStatus[])).toEqual([
      [null],
      [null],
      null,
      ['NO_MEDIA'],
      null,
    ]);
  });
});
