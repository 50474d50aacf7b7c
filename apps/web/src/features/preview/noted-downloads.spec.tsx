import { FakeApi, mergeStatus, sockets, TASK_ID } from '@dipper/client/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { listenToDownloads, type StartedDownload } from '../../entities/task/started-downloads.js';
import { keptTasks } from '../../entities/task/kept/kept-tasks.js';
import { renderAt } from '../../testing/render-at.js';
import { PreviewScreen } from './preview-screen.js';

const SOURCE = 'https://vimeo.com/123456789';
const ABOUT = `title=A+clip&filename=a_720p.mp4&resolution=720p&filesize=5000&source_url=${encodeURIComponent(SOURCE)}`;
const MERGE = `/preview?task_id=${TASK_ID}&video_format_id=v&audio_format_id=a&${ABOUT}`;
const DIRECT = `/preview?url=${encodeURIComponent('https://cdn.example/a.mp4')}&${ABOUT}`;

let heard: StartedDownload[];
let api: FakeApi;
let stop: () => void;
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const open = async (address: string) => {
  renderAt(address, <PreviewScreen />);
  await wait(200);
};

beforeEach(() => {
  jest.useFakeTimers();
  window.localStorage.clear();
  // Discard downloads started by other specs.
  listenToDownloads(() => undefined)();
  heard = [];
  stop = listenToDownloads((download) => heard.push(download));
  sockets.clear();
  sockets.ack = () => mergeStatus({ task_id: TASK_ID, progress: 40 });
  api = new FakeApi()
    .on('GET /api/download/start-merge', { body: { task_id: TASK_ID, status: 'queued' } })
    .install();
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('records a merge when it starts', async () => {
  await open(MERGE);
  expect(heard[0]).toEqual({
    ...{ sourceUrl: SOURCE, title: 'A clip', filename: 'a_720p.mp4', resolution: '720p' },
    ...{ isAudio: false, bitrate: null, sizeBytes: 5000, thumbnailUrl: null, duration: null },
    taskId: TASK_ID,
  });
  // Strict mode records the download twice; the history removes duplicates.
  expect(new Set(heard.map(({ taskId }) => taskId)).size).toBe(1);
});

it.each<[what: string, type: string, name: () => string, isHeard: boolean]>([
  ['opened', 'navigate', () => window.location.href, true],
  ['reloaded', 'reload', () => window.location.href, false],
  ['restored from the history', 'back_forward', () => window.location.href, false],
  ['reached from a reloaded page', 'reload', () => 'http://localhost/other', true],
])('handles a page that was %s', async (_what, type, name, isHeard) => {
  const entry = { type, name: name() } as unknown as PerformanceEntry;
  performance.getEntriesByType = () => [entry];
  await open(MERGE);
  Reflect.deleteProperty(performance, 'getEntriesByType');
  expect(heard.length > 0).toBe(isHeard);
});

it('does not record a refused merge', async () => {
  api.on('GET /api/download/start-merge', { status: 429 });
  await open(MERGE);
  expect(heard).toEqual([]);
});

it('records a direct link when it is saved', async () => {
  api.on('HEAD /api/proxied_download', {});
  await open(DIRECT);
  expect(heard).toEqual([]);
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const save = screen.getByRole('link', { name: /^Download / });
  act(() => void fireEvent.click(save));
  await wait(0);
  expect(heard).toMatchObject([{ sourceUrl: SOURCE, taskId: null, sizeBytes: 5000 }]);
  // The home page lists it among the downloads of this browser.
  expect(keptTasks()).toMatchObject([
    { path: DIRECT, title: 'A clip', resolution: '720p', ext: 'mp4', state: 'saved' },
  ]);
});
