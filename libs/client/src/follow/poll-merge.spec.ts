import type { MergeStatus } from '@dipper/contract';
import { STATUS_PATIENCE_MS } from '../tasks/task-status.js';
import { FakeApi, type FakeReply } from '../testing/fake-api.js';
import { mergeStatus, TASK_ID } from '../testing/merge-status.js';
import { pollMerge } from './poll-merge.js';
import type { TaskNews } from './task-news.js';

const STATUS = `GET /api/download/status/${TASK_ID}`;
const FILE = `HEAD /api/download/file/${TASK_ID}`;

describe('pollMerge', () => {
  let api: FakeApi;
  let events: TaskNews[];
  let controller: AbortController;
  let asked: number[];

  beforeEach(() => {
    jest.useFakeTimers();
    api = new FakeApi();
    events = [];
    asked = [];
    controller = new AbortController();
  });
  afterEach(() => {
    controller.abort();
    jest.useRealTimers();
  });

  /** Polls with this reply to the n-th request (from 1), and records the request times in ms. */
  function poll(answer: (n: number) => FakeReply, progress = 0): Promise<void> {
    const from = Date.now();
    api.on(STATUS, () => {
      asked.push(Date.now() - from);
      return answer(asked.length);
    });
    const { signal } = controller;
    return pollMerge({
      send: api.send,
      taskId: TASK_ID,
      progress,
      signal,
      report: (event) => events.push(event),
    });
  }
  const status = (overrides: Partial<MergeStatus>): FakeReply => ({ body: mergeStatus(overrides) });
  const gaps = () => asked.map((at, n) => Math.round(at - (asked[n - 1] ?? 0)));
  const run = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('polls first after 1 s, then at growing intervals of at most 2 s below 50%', async () => {
    void poll((n) => status({ progress: n }));
    await run(999);
    expect(asked).toEqual([]);
    await run(10_000);
    expect(gaps()).toEqual([1000, 1200, 1440, 1728, 2000, 2000]);
  });

  it('waits up to 5 s from 50% onwards', async () => {
    void poll((n) => status({ progress: 50 + n / 10 }));
    await run(40_000);
    // The last delay is 1.2 times 1728 ms, in whole milliseconds because timers have no fractions.
    expect(gaps().slice(0, 5)).toEqual([1000, 1200, 1440, 1728, 2073]);
    expect(Math.max(...gaps())).toBe(5000);
  });

  it.each([
    [49.9, 2000],
    [50, 5000],
  ])('caps the delay at %d %% at %d ms', async (progress, cap) => {
    // A changing speed keeps the poller from giving up.
    void poll((n) => status({ progress, speed: n }));
    await run(60_000);
    expect(gaps().slice(-3)).toEqual([cap, cap, cap]);
    const last = asked.length;
    const rest = cap - (60_000 - (asked.at(-1) ?? 0));
    await run(rest - 1);
    expect(asked).toHaveLength(last);
    await run(1);
    expect(asked).toHaveLength(last + 1);
  });

  it('falls back to 2 s when an error below 50% has made the delay longer', async () => {
    void poll((n) => (n <= 3 ? { status: 502 } : status({ progress: n })));
    await run(14_000);
    expect(gaps()).toEqual([1000, 1500, 2250, 3375, 2000, 2000]);
  });

  it('counts a request without a reply as an error after 10 s', async () => {
    api.on(STATUS, () => new Promise(() => undefined));
    const { signal } = controller;
    void pollMerge({
      send: api.send,
      taskId: TASK_ID,
      progress: 0,
      signal,
      report: (event) => events.push(event),
    });
    const delays = 1000 + 1500 + 2250 + 3375 + 5000;
    await run(delays + 5 * STATUS_PATIENCE_MS - 10);
    expect(events).toEqual([]);
    await run(20);
    expect(events).toMatchObject([{ failure: { reason: { kind: 'network' } } }]);
  });

  it('reports every status and stops when the task completes', async () => {
    const done = poll((n) =>
      status(n < 3 ? { progress: n * 10 } : { status: 'complete', progress: 100 }),
    );
    await run(60_000);
    await done;
    expect(asked).toHaveLength(3);
    expect(events.map((event) => event.type)).toEqual(['reported', 'reported', 'reported']);
  });

  it.each(['error', 'cancelled'] as const)('stops when the task ends with %s', async (state) => {
    const done = poll(() => status({ status: state }));
    await run(60_000);
    await done;
    expect(asked).toHaveLength(1);
  });

  it('gives up after exactly 60 polls without progress', async () => {
    const done = poll(() => status({ progress: 30 }), 30);
    await run(1000 + 1200 + 1440 + 1728 + 55 * 2000);
    expect(asked).toHaveLength(59);
    expect(events.filter((event) => event.type === 'failed')).toEqual([]);
    await run(2000);
    await done;
    expect(asked).toHaveLength(60);
    expect(events.at(-1)).toEqual({ type: 'failed', failure: { kind: 'timed-out' } });
    await run(60_000);
    expect(asked).toHaveLength(60);
  });

  it.each<[string, (n: number) => Partial<MergeStatus>]>([
    ['progress', (n) => ({ progress: Math.floor(n / 40) })],
    ['the stage', (n) => ({ progress: 5, stage: n % 40 === 0 ? 'audio' : 'video' })],
    ['the speed alone', (n) => ({ progress: 5, speed: 900 + (n % 7) })],
  ])('does not give up while %s changes', async (_what, at) => {
    void poll((n) => status(at(n)));
    await run(150 * 2000);
    expect(asked.length).toBeGreaterThan(120);
    expect(events.filter((event) => event.type === 'failed')).toEqual([]);
  });

  it('never gives up on a queued task, even if its position stays the same', async () => {
    void poll(() => status({ status: 'queued', progress: 0, queue_position: 1 }));
    await run(150 * 2000);
    expect(asked.length).toBeGreaterThan(120);
    expect(events.filter((event) => event.type === 'failed')).toEqual([]);
  });

  it('restarts its count when the task leaves the queue', async () => {
    void poll((n) => status(n < 50 ? { status: 'queued', progress: 0 } : { progress: 0 }));
    await run(105 * 2000);
    expect(asked.length).toBeGreaterThan(100);
    expect(events.filter((event) => event.type === 'failed')).toEqual([]);
  });

  it('gives up on a task that stays prepared, because its start was lost', async () => {
    const done = poll(() => status({ status: 'prepared', progress: 0 }));
    await run(60 * 2000);
    await done;
    expect(asked).toHaveLength(60);
    expect(events.at(-1)).toEqual({ type: 'failed', failure: { kind: 'timed-out' } });
  });

  it('gives up after 5 consecutive errors with growing delays, and reports the last one', async () => {
    const done = poll((n) => ({ status: 500, statusText: `Broken ${n}` }));
    await run(60_000);
    await done;
    expect(gaps()).toEqual([1000, 1500, 2250, 3375, 5000]);
    expect(events).toEqual([
      {
        type: 'failed',
        failure: {
          kind: 'too-many-errors',
          reason: { kind: 'http', status: 500, text: 'Broken 5' },
        },
      },
    ]);
  });

  it('tolerates 4 consecutive errors', async () => {
    void poll((n) => (n % 5 === 0 ? status({ progress: n }) : { status: 502 }));
    await run(120_000);
    expect(asked.length).toBeGreaterThan(20);
    expect(events.filter((event) => event.type === 'failed')).toEqual([]);
  });

  it.each<[string, () => FakeReply | Promise<FakeReply>, string]>([
    ['a broken network', () => Promise.reject(new TypeError('offline')), 'network'],
    ['a reply that is not a status', () => ({ body: { status: 'processing' } }), 'unexpected'],
  ])('counts %s as an error', async (_what, answer, kind) => {
    api.on(STATUS, answer);
    const { signal } = controller;
    void pollMerge({
      send: api.send,
      taskId: TASK_ID,
      progress: 0,
      signal,
      report: (event) => events.push(event),
    });
    await run(60_000);
    expect(api.count(STATUS)).toBe(5);
    expect(events).toMatchObject([{ failure: { kind: 'too-many-errors', reason: { kind } } }]);
  });

  it.each([
    [200, { type: 'file-found' }],
    [404, { type: 'failed', failure: { kind: 'file-gone' } }],
    [410, { type: 'failed', failure: { kind: 'file-gone' } }],
  ])('checks the file when the status is gone: %d', async (fileStatus, event) => {
    api.on(FILE, { status: fileStatus });
    const done = poll(() => ({ status: 404, body: { error: 'x', code: 'TASK_UNKNOWN' } }));
    await run(1000);
    await done;
    expect(api.count(FILE)).toBe(1);
    expect(events).toEqual([event]);
  });

  it('polls again if the file check fails', async () => {
    let tries = 0;
    api.on(FILE, () => {
      tries += 1;
      return tries === 1 ? Promise.reject(new TypeError('offline')) : { status: 200 };
    });
    const done = poll(() => ({ status: 404, body: { error: 'x', code: 'TASK_UNKNOWN' } }));
    await run(2500);
    await done;
    expect(events).toEqual([{ type: 'file-found' }]);
  });

  it('stops immediately when aborted', async () => {
    const done = poll(() => status({}));
    await run(1000);
    controller.abort();
    await done;
    await run(60_000);
    expect(asked).toHaveLength(1);
    expect(events).toHaveLength(1);
  });
});
