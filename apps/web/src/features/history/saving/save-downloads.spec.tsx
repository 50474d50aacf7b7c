import { FakeApi } from '@dipper/client/testing';
import { act, render } from '@testing-library/react';
import {
  publishNobody,
  publishUnknown,
  publishUser,
} from '../../../entities/session/current-session.js';
import { keepTokens } from '../../../entities/session/session-tokens.js';
import {
  listenToDownloads,
  noteDownload,
  type StartedDownload,
} from '../../../entities/task/started-downloads.js';
import { user } from '../../../testing/accounts.js';
import { SaveDownloads } from './save-downloads.js';

const POST = 'POST /api/auth/download-history';
let last = 0;

/** Returns a different download each time. */
const started = (overrides: Partial<StartedDownload> = {}): StartedDownload => ({
  sourceUrl: `https://www.youtube.com/watch?v=dipper${++last}`,
  ...{ title: 'A dipper', isAudio: false, filename: 'a.mp4', resolution: '720p', bitrate: null },
  ...{ sizeBytes: 5, thumbnailUrl: null, duration: null, taskId: null },
  ...overrides,
});
const signIn = (isKept = true) => {
  const account = user();
  const { profile } = account;
  const preferences = { ...profile.preferences, download_history_enabled: isKept };
  publishUser({ ...account, profile: { ...profile, preferences } });
};

describe('saving downloads', () => {
  let api: FakeApi;
  const wait = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms));
  const note = async (download: StartedDownload) => {
    noteDownload(download);
    await wait();
  };

  beforeEach(() => {
    jest.useFakeTimers();
    window.localStorage.clear();
    publishUnknown();
    // Discard downloads started by other specs.
    listenToDownloads(() => undefined)();
    keepTokens({ access_token: 'a', refresh_token: 'r', expires_in: 900 });
    api = new FakeApi().install().on(POST, { body: { saved: true } });
    jest.spyOn(console, 'info').mockImplementation(() => undefined);
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('waits until the session is known, even for downloads that began earlier', async () => {
    await note(started());
    render(<SaveDownloads />);
    await note(started());
    expect(api.count(POST)).toBe(0);
    act(() => signIn());
    await wait();
    expect(api.count(POST)).toBe(2);
  });

  it('sends the record with keepalive', async () => {
    signIn();
    render(<SaveDownloads />);
    await note(started({ taskId: 'task1' }));
    expect(api.calls).toEqual([
      expect.objectContaining({
        call: POST,
        keepalive: true,
        body: expect.objectContaining({ task_id: 'task1', quality: '720p MP4' }) as object,
      }),
    ]);
  });

  it('sends a task once, and other media at most once a minute', async () => {
    signIn();
    render(<SaveDownloads />);
    const [task, media] = [started({ taskId: 'task2' }), started()];
    await note(task);
    await note(media);
    await note(task);
    await note(media);
    expect(api.count(POST)).toBe(2);
    await wait(60_000);
    await note(task);
    await note(media);
    expect(api.count(POST)).toBe(3);
  });

  it('retries on the next download after a failure', async () => {
    signIn();
    render(<SaveDownloads />);
    const media = started();
    api.on(POST, { status: 503 });
    await note(media);
    expect(console.warn).toHaveBeenCalledTimes(1);
    api.on(POST, { body: { saved: true } });
    await note(media);
    expect(api.count(POST)).toBe(2);
  });

  it.each<[whose: string, begin: () => void]>([
    ['a visitor', publishNobody],
    ['an account without a history', () => signIn(false)],
  ])('sends nothing for %s, not even later', async (_whose, begin) => {
    begin();
    render(<SaveDownloads />);
    await note(started());
    act(() => signIn());
    await wait();
    expect(api.calls).toEqual([]);
  });
});
