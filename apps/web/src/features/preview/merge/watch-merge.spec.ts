import { LIMITS, type MergeStatus } from '@dipper/contract';
import { FakeSocket } from '../testing/fake-socket.js';
import { mergeStatus, TASK_ID } from '../../../testing/fixtures.js';
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
    await watch(() => Promise.resolve(socket.asMergeSocket()));
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

  it('is up with the acknowledgement, which brings where the task stands', async () => {
    socket.connected();
    expect(socket.subscriptions).toEqual([TASK_ID]);
    expect(links).toEqual(['up']);
    expect(statuses).toEqual([mergeStatus({ progress: 33 })]);
    await jest.advanceTimersByTimeAsync(LIMITS.socketConnectMs);
    expect(links).toEqual(['up']);
  });

  it('asks again after a long silence, so that no lost update leaves it waiting', async () => {
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

  it('is down when the silence is that of a dead connection, and up when that comes back', async () => {
    socket.connected();
    socket.ack = undefined;
    await jest.advanceTimersByTimeAsync(LIMITS.socketSilenceMs + LIMITS.socketConnectMs);
    expect(links).toEqual(['up', 'down']);
    socket.ack = () => mergeStatus({ progress: 50 });
    socket.dropped('ping timeout');
    socket.connected();
    expect(links.at(-1)).toBe('up');
  });

  it('is down when it has not connected in 3 s, and not before', async () => {
    await jest.advanceTimersByTimeAsync(2999);
    expect(links).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(links).toEqual(['down']);
  });

  it('is down when nobody acknowledges', async () => {
    socket.ack = undefined;
    socket.connected();
    await jest.advanceTimersByTimeAsync(3000);
    expect(links).toEqual(['down']);
  });

  it('comes back after a drop, subscribes again and is up again', () => {
    socket.connected();
    socket.dropped();
    socket.connected();
    expect(links).toEqual(['up', 'down', 'up']);
    expect(socket.subscriptions).toHaveLength(2);
    expect(socket.connects).toBe(0);
  });

  it('connects again by itself after the server hung up', () => {
    socket.connected();
    socket.dropped('io server disconnect');
    expect(socket.connects).toBe(1);
  });

  it('leaves it to polling when the server refuses the subscription', () => {
    socket.ack = () => ({ error: 'unknown', code: 'TASK_UNKNOWN' });
    socket.connected();
    expect(links).toEqual(['down']);
    expect(statuses).toEqual([]);
  });

  it('leaves it to polling when an update cannot be read, until one can', () => {
    socket.connected();
    socket.update({ task_id: TASK_ID, progress: 'much' } as unknown as MergeStatus);
    socket.update(mergeStatus({ progress: 50 }));
    expect(links).toEqual(['up', 'down', 'up']);
  });

  it('passes updates on, but not those of other tasks or what is no status', () => {
    socket.connected();
    socket.update(mergeStatus({ progress: 40 }));
    socket.update(mergeStatus({ progress: 99, task_id: 'anotherTaskAnotherTask12' }));
    socket.update({ progress: 50 } as MergeStatus);
    expect(statuses.map(({ progress }) => progress)).toEqual([33, 40]);
  });

  describe('of a task that does not move', () => {
    /** As the server sends it while a run has nothing new to tell. */
    async function repeat(seconds: number, overrides: Partial<MergeStatus>): Promise<void> {
      for (let at = 0; at < seconds; at += 1) {
        socket.update(mergeStatus({ progress: 33, ...overrides }));
        await jest.advanceTimersByTimeAsync(1000);
      }
    }

    it('leaves it to polling, which gives up one day, until it moves again', async () => {
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
    ])('and says so little as its acknowledgements: %s', async (_, status) => {
      socket.ack = () => mergeStatus(status);
      socket.connected();
      await jest.advanceTimersByTimeAsync(LIMITS.socketSilenceMs);
      expect(links).toEqual(['up', 'down']);
      expect(statuses).toHaveLength(2);
    });

    it('stays with one that waits in line, however long', async () => {
      socket.connected();
      await repeat(60, { status: 'queued', queue_position: 3 });
      socket.ack = () => mergeStatus({ status: 'queued', queue_position: 3 });
      await jest.advanceTimersByTimeAsync(3_600_000);
      expect(links).toEqual(['up']);
    });
  });

  it('ends quietly', async () => {
    socket.connected();
    stop();
    socket.update(mergeStatus({ progress: 90 }));
    socket.dropped();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(socket.closed).toBe(true);
    expect(links).toEqual(['up']);
    expect(statuses).toHaveLength(1);
  });

  it('closes a connection that comes after the end', async () => {
    stop();
    let late: (value: ReturnType<FakeSocket['asMergeSocket']>) => void = () => undefined;
    await watch(() => new Promise((resolve) => (late = resolve)));
    stop();
    const second = new FakeSocket();
    late(second.asMergeSocket());
    await jest.advanceTimersByTimeAsync(0);
    expect(second.closed).toBe(true);
  });

  it('is down at once when the client cannot be loaded', async () => {
    stop();
    await watch(() => Promise.reject(new Error('chunk')));
    expect(links).toEqual(['down']);
  });
});
