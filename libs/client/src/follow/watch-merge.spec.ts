import { LIMITS, type MergeStatus } from '@dipper/contract';
import { FakeSocket } from '../testing/fake-socket.js';
import { mergeStatus, TASK_ID } from '../testing/merge-status.js';
import { type SocketLink, watchMerge } from './watch-merge.js';

describe('watchMerge', () => {
  let socket: FakeSocket;
  let links: SocketLink[];
  let statuses: MergeStatus[];
  let stop: () => void;

  beforeEach(async () => {
    jest.useFakeTimers();
    socket = new FakeSocket();
    socket.ack = () => mergeStatus({ progress: 33 });
    await watch(() => Promise.resolve(socket));
  });
  afterEach(() => {
    stop();
    jest.useRealTimers();
  });

  async function watch(open: Parameters<typeof watchMerge>[0]['open']): Promise<void> {
    links = [];
    statuses = [];
    stop = watchMerge({
      taskId: TASK_ID,
      open,
      onLink: (link) => links.push(link),
      onStatus: (status) => statuses.push(status),
    });
    await jest.advanceTimersByTimeAsync(0);
  }

  it('is up once the subscription is acknowledged with a status', async () => {
    socket.connected();
    expect(socket.subscriptions).toEqual([TASK_ID]);
    expect(links).toEqual(['up']);
    expect(statuses).toEqual([mergeStatus({ progress: 33 })]);
    await jest.advanceTimersByTimeAsync(LIMITS.socketConnectMs);
    expect(links).toEqual(['up']);
  });

  it('subscribes again after a long silence, in case an update was lost', async () => {
    socket.connected();
    await jest.advanceTimersByTimeAsync(LIMITS.socketSilenceMs - 1);
    socket.update(mergeStatus({ progress: 40 }));
    await jest.advanceTimersByTimeAsync(LIMITS.socketSilenceMs - 1);
    expect(socket.subscriptions).toHaveLength(1);

    socket.ack = () => mergeStatus({ status: 'complete', progress: 100 });
    await jest.advanceTimersByTimeAsync(1);
    expect(socket.subscriptions).toHaveLength(2);
    expect(statuses.at(-1)).toMatchObject({ status: 'complete' });
    expect(links).not.toContain('down');
  });

  it('is down when the connection is dead, and up when it returns', async () => {
    socket.connected();
    socket.ack = undefined;
    await jest.advanceTimersByTimeAsync(LIMITS.socketSilenceMs + LIMITS.socketConnectMs);
    expect(links).toEqual(['up', 'down']);
    socket.ack = () => mergeStatus({ progress: 50 });
    socket.dropped('ping timeout');
    socket.connected();
    expect(links.at(-1)).toBe('up');
  });

  it('is down if not connected after exactly 3 s', async () => {
    await jest.advanceTimersByTimeAsync(2999);
    expect(links).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(links).toEqual(['down']);
  });

  it('is down if the subscription is not acknowledged', async () => {
    socket.ack = undefined;
    socket.connected();
    await jest.advanceTimersByTimeAsync(3000);
    expect(links).toEqual(['down']);
  });

  it('resubscribes after a dropped connection', () => {
    socket.connected();
    socket.dropped();
    socket.connected();
    expect(links).toEqual(['up', 'down', 'up']);
    expect(socket.subscriptions).toHaveLength(2);
    expect(socket.reconnects).toBe(0);
  });

  it('reconnects after the server closed the connection', () => {
    socket.connected();
    socket.dropped('io server disconnect');
    expect(socket.reconnects).toBe(1);
  });

  it('falls back to polling when the server refuses the subscription', () => {
    socket.ack = () => ({ error: 'unknown', code: 'TASK_UNKNOWN' });
    socket.connected();
    expect(links).toEqual(['down']);
    expect(statuses).toEqual([]);
  });

  it('falls back to polling while updates are unreadable', () => {
    socket.connected();
    socket.update({ task_id: TASK_ID, progress: 'much' } as unknown as MergeStatus);
    socket.update(mergeStatus({ progress: 50 }));
    expect(links).toEqual(['up', 'down', 'up']);
  });

  it('passes on only updates of the followed task', () => {
    socket.connected();
    socket.update(mergeStatus({ progress: 40 }));
    socket.update(mergeStatus({ progress: 99, task_id: 'anotherTaskAnotherTask12' }));
    socket.update({ progress: 50 } as MergeStatus);
    expect(statuses.map(({ progress }) => progress)).toEqual([33, 40]);
  });

  describe('watchMerge on a stalled task', () => {
    /** The server repeats an unchanged status every second. */
    async function repeat(seconds: number, overrides: Partial<MergeStatus>): Promise<void> {
      for (let at = 0; at < seconds; at += 1) {
        socket.update(mergeStatus({ progress: 33, ...overrides }));
        await jest.advanceTimersByTimeAsync(1000);
      }
    }

    it('falls back to polling until the task advances again', async () => {
      socket.connected();
      await repeat(10, { speed: 1 });
      expect(links).toEqual(['up']);
      await repeat(60, { speed: 2 });
      expect(links).toEqual(['up', 'down']);
      socket.update(mergeStatus({ progress: 33.1 }));
      expect(links).toEqual(['up', 'down', 'up']);
    });

    it.each<[string, Partial<MergeStatus>]>([
      ['prepared', { status: 'prepared', progress: 0 }],
      ['stuck', { progress: 0 }],
    ])('falls back to polling when acknowledgements show no progress: %s', async (_, status) => {
      socket.ack = () => mergeStatus(status);
      socket.connected();
      await jest.advanceTimersByTimeAsync(LIMITS.socketSilenceMs);
      expect(links).toEqual(['up', 'down']);
      expect(statuses).toHaveLength(2);
    });

    it('keeps the socket for a queued task, however long the task waits', async () => {
      socket.connected();
      await repeat(60, { status: 'queued', queue_position: 3 });
      socket.ack = () => mergeStatus({ status: 'queued', queue_position: 3 });
      await jest.advanceTimersByTimeAsync(3_600_000);
      expect(links).toEqual(['up']);
    });
  });

  it('reports nothing after it is stopped', async () => {
    socket.connected();
    stop();
    socket.update(mergeStatus({ progress: 90 }));
    socket.dropped();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(socket.closed).toBe(true);
    expect(links).toEqual(['up']);
    expect(statuses).toHaveLength(1);
  });

  it('closes a connection that opens after it is stopped', async () => {
    stop();
    let late: (value: FakeSocket) => void = () => undefined;
    await watch(() => new Promise((resolve) => (late = resolve)));
    stop();
    const second = new FakeSocket();
    late(second);
    await jest.advanceTimersByTimeAsync(0);
    expect(second.closed).toBe(true);
  });

  it('is down immediately if the client cannot be loaded', async () => {
    stop();
    await watch(() => Promise.reject(new Error('chunk')));
    expect(links).toEqual(['down']);
  });
});
