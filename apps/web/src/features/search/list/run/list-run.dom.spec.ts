import { FakeApi, mergeStatus, sockets } from '@dipper/client/testing';
import {
  listenToDownloads,
  type StartedDownload,
} from '../../../../entities/task/started-downloads.js';
import { listEntry } from '../../../../testing/fixtures.js';
import { ListRun } from './list-run.js';

const TASKS = 'POST /api/download/tasks';
const START = 'GET /api/download/start-merge';
/** In milliseconds; longer than the retries of any call. */
const LONG = 600_000;

describe('a list run without a connection', () => {
  let api: FakeApi;
  let run: ListRun;
  let noted: StartedDownload[];
  let stopListening: () => void;
  const entries = [listEntry(1), listEntry(2)];

  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  /** Waits for replies that lead to further calls. */
  const settle = async () => {
    for (let call = 0; call < 20; call += 1) {
      await pass(50);
    }
  };
  const setOnline = (isOnline: boolean) => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  };
  const lose = (call: string) => api.on(call, () => Promise.reject(new TypeError('no network')));
  const answer = () =>
    api
      .on(TASKS, () => {
        const { recipe } = api.calls.at(-1)!.body as { recipe: { entry: string } };
        const body = {
          task_id: `task-${recipe.entry}`,
          ...{ status: 'prepared', filename: `${recipe.entry}.mp4` },
        };
        return { status: 201, body };
      })
      .on(START, { body: { task_id: 'any', status: 'queued' } });
  const states = () => [...run.state.get().standings.values()].map(({ state }) => state);

  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation();
    noted = [];
    stopListening = listenToDownloads((download) => noted.push(download));
    api = new FakeApi().install();
    answer();
    sockets.clear();
    sockets.connects = true;
    sockets.ack = (task_id) => mergeStatus({ task_id, status: 'complete', progress: 100 });
    run = new ListRun('list');
  });
  afterEach(() => {
    stopListening();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
  const start = () => run.start(['e1', 'e2'], '720p', entries);

  it('waits for the connection instead of failing entry by entry', async () => {
    setOnline(false);
    lose(TASKS);
    start();
    await pass(LONG);
    expect(states()).toEqual(['making', 'waiting']);
    answer();
    setOnline(true);
    await settle();
    expect(states()).toEqual(['saved', 'saved']);
  });

  it('continues with the same task, and reports its download once', async () => {
    sockets.connects = false;
    start();
    await settle();
    setOnline(false);
    await pass(LONG);
    expect(states()).toEqual(['making', 'waiting']);
    sockets.connects = true;
    setOnline(true);
    await settle();
    expect(states()).toEqual(['saved', 'saved']);
    expect([api.count(TASKS), api.count(START)]).toEqual([2, 2]);
    expect(noted.map(({ taskId }) => taskId)).toEqual(['task-e1', 'task-e2']);
  });

  it('stops waiting if it is stopped', async () => {
    setOnline(false);
    lose(TASKS);
    start();
    await pass(LONG);
    run.stop();
    const before = api.count(TASKS);
    setOnline(true);
    await pass(LONG);
    expect([api.count(TASKS), ...states()]).toEqual([before]);
  });

  it.each([
    ['the server refuses', false],
    ['the server does not respond to a browser that is online', true],
  ])('fails if %s', async (_, isOnline) => {
    setOnline(isOnline);
    if (isOnline) {
      lose(TASKS);
    } else {
      api.on(TASKS, { status: 404, body: { error: 'It is gone.', code: 'TASK_UNKNOWN' } });
    }
    start();
    await pass(LONG);
    expect(states()).toEqual(['failed', 'failed']);
  });
});
