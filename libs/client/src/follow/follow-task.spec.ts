import { LIMITS } from '@dipper/contract';
import { FakeApi } from '../testing/fake-api.js';
import { openFakeSocket, sockets } from '../testing/fake-socket.js';
import { mergeStatus, TASK_ID } from '../testing/merge-status.js';
import { fileOfTask } from './file-of-task.js';
import { followTask } from './follow-task.js';
import type { TaskNews } from './task-news.js';

const STATUS = `GET /api/download/status/${TASK_ID}`;

const open = () => Promise.resolve(openFakeSocket());

let api: FakeApi;
let news: TaskNews[];
let controller: AbortController;
const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const progresses = () =>
  news.map((one) => (one.type === 'reported' ? one.status.progress : one.type));

beforeEach(() => {
  jest.useFakeTimers();
  sockets.clear();
  api = new FakeApi().on(STATUS, { body: mergeStatus({ progress: 40 }) });
  news = [];
  controller = new AbortController();
});
afterEach(() => {
  controller.abort();
  jest.useRealTimers();
});

function follow(): Promise<void> {
  const { signal } = controller;
  return followTask({
    send: api.send,
    open,
    taskId: TASK_ID,
    progress: 0,
    signal,
    report: (one) => news.push(one),
  });
}

describe('followTask', () => {
  it('makes no other requests while the socket delivers the status', async () => {
    sockets.connects = true;
    sockets.ack = () => mergeStatus({ progress: 10 });
    const done = follow();
    await wait(60);
    sockets.last().update(mergeStatus({ progress: 20 }));
    sockets.last().update(mergeStatus({ status: 'complete', progress: 100 }));
    await done;
    expect(progresses()).toEqual([10, 20, 100]);
    expect(api.calls).toEqual([]);
    expect(sockets.last().closed).toBe(true);
  });

  it('polls until the socket is up, and again when it drops', async () => {
    void follow();
    await wait(LIMITS.socketConnectMs + 1000);
    expect(progresses()).toEqual([40]);
    sockets.last().ack = () => mergeStatus({ progress: 50 });
    sockets.last().connected();
    const before = api.count(STATUS);
    await wait(5000);
    expect(api.count(STATUS)).toBe(before);
    sockets.last().dropped();
    await wait(1000);
    expect(api.count(STATUS)).toBe(before + 1);
  });

  it('stops the socket and polling when the task ends', async () => {
    const done = follow();
    await wait(0);
    api.on(STATUS, { body: mergeStatus({ status: 'cancelled' }) });
    await wait(LIMITS.socketConnectMs + 1000);
    await done;
    expect(sockets.last().closed).toBe(true);
    await wait(60_000);
    expect(api.count(STATUS)).toBe(1);
  });

  it('reports nothing after it was aborted', async () => {
    sockets.connects = true;
    sockets.ack = () => mergeStatus({ progress: 10 });
    const done = follow();
    await wait(60);
    controller.abort();
    await done;
    sockets.last().update(mergeStatus({ progress: 20 }));
    expect(progresses()).toEqual([10]);
  });
});

describe('fileOfTask', () => {
  const file = (busyTimes = 0) =>
    fileOfTask(TASK_ID, { send: api.send, open, signal: controller.signal, busyTimes }).then(
      () => 'made',
      (error: unknown) => error,
    );

  it("fails with the server's error", async () => {
    sockets.connects = true;
    sockets.ack = () => mergeStatus({ status: 'error', message: 'No.', error_code: 'X' });
    const made = file();
    await wait(60);
    expect(await made).toMatchObject({ kind: 'http', reply: { sentence: 'No.', code: 'X' } });
  });

  it('waits for a busy server as long as the server requests', async () => {
    api.on(STATUS, { status: 503, headers: { 'Retry-After': '100' } });
    const made = file(60);
    await wait(LIMITS.socketConnectMs + 1000);
    expect(api.count(STATUS)).toBe(1);
    await wait(99_000);
    expect(api.count(STATUS)).toBe(1);
    api.on(STATUS, { body: mergeStatus({ status: 'complete' }) });
    await wait(1000);
    expect(await made).toBe('made');
  });

  it('fails when the server cannot be reached', async () => {
    api.on(STATUS, () => Promise.reject(new TypeError('offline')));
    const made = file();
    await wait(60_000);
    expect(await made).toMatchObject({ kind: 'network' });
  });
});
