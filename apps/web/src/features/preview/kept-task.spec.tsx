import { FakeApi, mergeStatus, sockets } from '@dipper/client/testing';
import { act, screen } from '@testing-library/react';
import { keepTask, keptTasks } from '../../entities/task/kept/kept-tasks.js';
import { renderAt } from '../../testing/render-at.js';
import { PreviewScreen } from './preview-screen.js';

const ID = 'keptTaskKeptTaskKeptTask';
const PATH = `/preview?task_id=${ID}&video_format_id=v&audio_format_id=a&title=Clip&filename=a.b.MP4&resolution=1280x720`;

const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const shown = () => Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'));
const update = (overrides: object) =>
  act(() => sockets.last().update(mergeStatus({ task_id: ID, ...overrides })));

let api: FakeApi;
beforeEach(() => {
  jest.useFakeTimers();
  window.localStorage.clear();
  sockets.clear();
  sockets.ack = () => mergeStatus({ task_id: ID, progress: 40 });
  api = new FakeApi()
    .on('GET /api/download/start-merge', { body: { task_id: ID, status: 'queued' } })
    .install();
});
afterEach(() => jest.useRealTimers());

async function open(path = PATH): Promise<void> {
  renderAt(path, <PreviewScreen />);
  await wait(50);
  act(() => sockets.last().connected());
}

it('stores the progress of a merge once a second, and the end of a merge immediately', async () => {
  await open();
  expect(keptTasks()).toMatchObject([
    {
      task_id: ID,
      path: PATH,
      title: 'Clip',
      ext: 'mp4',
      resolution: '1280x720',
      state: 'running',
    },
  ]);
  const writes = jest.spyOn(Storage.prototype, 'setItem');
  for (let progress = 41; progress < 61; progress += 1) {
    await wait(100);
    update({ progress });
  }
  expect(writes).toHaveBeenCalledTimes(2);
  expect(keptTasks()[0]?.progress).toBeGreaterThan(50);
  update({ status: 'complete', progress: 100, expires_in_seconds: 60 });
  expect(keptTasks()).toMatchObject([{ state: 'ready', progress: 100 }]);
  writes.mockRestore();
});

it('stores the last progress when the visitor leaves the page', async () => {
  await open();
  update({ progress: 41.5 });
  expect(keptTasks()[0]?.progress).not.toBe(41.5);
  window.dispatchEvent(new Event('pagehide'));
  expect(keptTasks()[0]?.progress).toBe(41.5);
});

it.each(['cancelled', 'error'] as const)('forgets a task that has ended: %s', async (status) => {
  await open();
  expect(keptTasks()).toHaveLength(1);
  update({ status });
  expect(keptTasks()).toEqual([]);
});

it('does not restore a task that another tab has removed', async () => {
  await open();
  window.localStorage.clear();
  await wait(2000);
  update({ progress: 70 });
  update({ status: 'complete', progress: 100, expires_in_seconds: 60 });
  expect(keptTasks()).toEqual([]);
});

describe('of a page whose title arrives later', () => {
  const UNTITLED = `/preview?task_id=${ID}&video_format_id=v&audio_format_id=a&source_url=https://vimeo.com/1`;
  const PAGE = {
    ...{ title: 'Late title', platform: 'Vimeo', uploader: null, duration: null },
    thumbnail_url: null,
  };
  let answer: () => void;
  beforeEach(async () => {
    const reply = new Promise<void>((resolve) => (answer = resolve));
    api.on('GET /api/preview', () => reply.then(() => ({ body: PAGE })));
    await open(UNTITLED);
  });

  it('stores the title', async () => {
    expect(keptTasks()).toHaveLength(1);
    expect(keptTasks()[0]?.title).not.toBe('Late title');
    answer();
    await wait(50);
    expect(keptTasks()).toMatchObject([{ task_id: ID, title: 'Late title', state: 'running' }]);
  });

  it('does not restore a removed task', async () => {
    window.localStorage.clear();
    answer();
    await wait(50);
    expect(keptTasks()).toEqual([]);
  });
});

it('starts at the stored progress after a reload, until the server reports', async () => {
  keepTask({
    ...{ task_id: ID, path: PATH, title: 'Clip', resolution: null, ext: null, is_audio: false },
    ...{ state: 'running', progress: 46.5 },
  });
  renderAt(PATH, <PreviewScreen />);
  expect(shown()).toBe(46);
  await wait(50);
  expect(shown()).toBe(46);
  act(() => sockets.last().connected());
  expect(shown()).toBe(40);
});
