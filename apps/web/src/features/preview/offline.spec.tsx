import { FakeApi, FakeStream, mergeStatus, sockets } from '@dipper/client/testing';
import { LIMITS } from '@dipper/contract';
import { act, screen } from '@testing-library/react';
import { renderAt } from '../../testing/render-at.js';
import { START_PATIENCE_MS } from '@dipper/client';
import { PreviewScreen } from './preview-screen.js';

const SENTENCE = "You're offline. Your file is still being prepared; this page will catch up.";
const START = 'GET /api/download/start-merge';

describe('a merge without a connection', () => {
  let api: FakeApi;
  let tasks = 0;
  let id: string;
  let status: string;

  const run = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const setOnline = (isOnline: boolean) =>
    act(async () => {
      jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
      window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
      await jest.advanceTimersByTimeAsync(0);
    });

  beforeEach(() => {
    jest.useFakeTimers();
    window.localStorage.clear();
    sockets.clear();
    id = `away${String((tasks += 1)).padStart(24, '0')}`;
    status = `GET /api/download/status/${id}`;
    sockets.ack = () => mergeStatus({ task_id: id, progress: 30, speed: 5e6, eta_seconds: 20 });
    api = new FakeApi()
      .on(START, { body: { task_id: id, status: 'queued' } })
      .on(status, { body: mergeStatus({ task_id: id, progress: 70 }) })
      .install();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  async function open(): Promise<void> {
    const query = `task_id=${id}&video_format_id=v&audio_format_id=a&title=Clip`;
    renderAt(`/preview?${query}`, <PreviewScreen />);
    await run(50);
  }

  it('says that it is offline instead of showing stale figures, and catches up immediately', async () => {
    await open();
    act(() => sockets.all[0]?.connected());
    expect(screen.getByText('30%')).toBeVisible();
    expect(screen.getByText('4.8 MB/s · 20 s left')).toBeVisible();
    await setOnline(false);
    expect(screen.getAllByText(SENTENCE)).toHaveLength(2);
    expect(screen.queryByText('30%')).not.toBeInTheDocument();
    expect(screen.queryByText(/left$/)).not.toBeInTheDocument();
    // The page neither sends anything nor gives up, however long the outage lasts.
    await run(600_000);
    expect(api.count(status)).toBe(0);
    await setOnline(true);
    expect(api.count(status)).toBe(1);
    expect(screen.getByText('70%')).toBeVisible();
    expect(screen.queryByText(SENTENCE)).not.toBeInTheDocument();
    expect(sockets.all).toHaveLength(2);
  });

  it('catches up with a finished merge', async () => {
    await open();
    act(() => sockets.all[0]?.connected());
    await setOnline(false);
    api.on(status, {
      body: mergeStatus({ task_id: id, status: 'complete', progress: 100, expires_in_seconds: 60 }),
    });
    await setOnline(true);
    expect(screen.getByLabelText('Video: Clip')).toBeInTheDocument();
  });

  describe('to the server', () => {
    const LOST = 'Connection lost, trying again.';
    const GIVEN_UP = /Too many consecutive polling errors: no connection/;
    const TEN_MINUTES = 600_000;
    const PACE = '4.8 MB/s · 20 s left';
    let answers: boolean;

    beforeEach(() => {
      answers = false;
      api.on(status, () =>
        answers
          ? { body: mergeStatus({ task_id: id, progress: 20, speed: 1e6 }) }
          : Promise.reject(new TypeError('refused')),
      );
    });

    async function lose(): Promise<void> {
      await open();
      act(() => sockets.all[0]?.connected());
      act(() => sockets.all[0]?.dropped());
    }

    it('keeps the percentage, and replaces stale figures with a message after 3 s', async () => {
      await lose();
      await run(LIMITS.staleMs - 1);
      expect(screen.getByText(PACE)).toBeVisible();
      expect(screen.queryByText(LOST)).not.toBeInTheDocument();
      await run(1);
      expect(screen.getByText('30%')).toBeVisible();
      expect(screen.queryByText(/left$/)).not.toBeInTheDocument();
      // Once visibly and once for screen readers.
      expect(screen.getAllByText(LOST)).toHaveLength(2);
      answers = true;
      await run(5000);
      expect(screen.queryByText(LOST)).not.toBeInTheDocument();
      expect(screen.getByText('30%')).toBeVisible();
      expect(screen.getByText('976.6 KB/s')).toBeVisible();
    });

    it('drops stale figures without a message while the socket is open but silent', async () => {
      await open();
      act(() => sockets.all[0]?.connected());
      await run(LIMITS.staleMs);
      expect(screen.queryByText(/left$/)).not.toBeInTheDocument();
      expect(screen.getByText('30%')).toBeVisible();
      expect(screen.queryByText(LOST)).not.toBeInTheDocument();
    });

    it('shows no message between answered polls', async () => {
      await open();
      answers = true;
      await run(30_000);
      expect(api.count(status)).toBeGreaterThan(5);
      expect(screen.getByText('976.6 KB/s')).toBeVisible();
      expect(screen.queryByText(LOST)).not.toBeInTheDocument();
    });

    it('gives up after five errors, keeps listening, and continues where it stopped', async () => {
      await lose();
      await run(20_000);
      expect(screen.getByRole('alert')).toHaveTextContent(GIVEN_UP);
      expect(api.count(status)).toBe(LIMITS.pollErrors);
      await run(TEN_MINUTES);
      expect(screen.getByRole('alert')).toHaveTextContent(GIVEN_UP);
      answers = true;
      await run(10_000);
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      expect(screen.getByText('30%')).toBeVisible();
      // It follows the task over a new socket.
      act(() => sockets.last().connected());
      act(() =>
        sockets
          .last()
          .update(mergeStatus({ task_id: id, status: 'complete', expires_in_seconds: 60 })),
      );
      expect(screen.getByLabelText('Video: Clip')).toBeInTheDocument();
      expect(api.count(START)).toBe(1);
    });

    it('keeps listening after a retry that gets no reply', async () => {
      await lose();
      await run(20_000);
      api.on(START, () => Promise.reject(new TypeError('refused')));
      act(() => screen.getByRole('button', { name: 'Try again' }).click());
      await run(1000);
      expect(screen.getByRole('alert')).toHaveTextContent('Failed to start merge task');
      answers = true;
      await run(10_000);
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      expect(screen.getByText('20%')).toBeVisible();
    });
  });

  it('starts when the connection returns, and restarts a task whose start was lost', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await open();
    expect(api.count(START)).toBe(0);
    let fail: (cause: Error) => void = () => undefined;
    api.on(START, () => new Promise((_, reject) => (fail = reject)));
    await setOnline(true);
    expect(api.count(START)).toBe(1);
    await setOnline(false);
    await act(async () => {
      fail(new TypeError('lost'));
      await jest.advanceTimersByTimeAsync(0);
    });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    api.on(START, { body: { task_id: id, status: 'queued' } });
    await setOnline(true);
    expect(api.count(START)).toBe(2);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('reports that it could not start if a captive portal answers with its own page', async () => {
    const stream = new FakeStream();
    stream.pushText('<!doctype html><p>Please accept our terms.</p>');
    stream.end();
    api.on(START, { stream });
    await open();
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to start merge task');
  });

  it('gives up on a start request that is not answered', async () => {
    api.on(START, () => new Promise(() => undefined));
    await open();
    await run(START_PATIENCE_MS - 51);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await run(1);
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to start merge task');
  });
});
