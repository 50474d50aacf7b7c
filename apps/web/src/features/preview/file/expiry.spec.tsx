import { FakeApi, mergeStatus, sockets } from '@dipper/client/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderAt } from '../../../testing/render-at.js';
import { PreviewScreen } from '../preview-screen.js';

const TASK = 'expiring00000000000000001';
const STATUS = `GET /api/download/status/${TASK}`;
const FILE = `HEAD /api/download/file/${TASK}`;
/** The current time on the server. */
const NOW = Date.parse('2026-01-01T00:00:00Z');
const DAY_MS = 86_400_000;

/** Advances both clocks and lets React render. */
async function passTime(ms: number): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(ms));
  await act(() => jest.advanceTimersByTimeAsync(0));
}
const left = () => screen.queryByRole('timer')?.textContent;
const isExpired = () => screen.queryByRole('heading', { name: 'Expired' }) !== null;

describe('the remaining time of a finished file', () => {
  let api: FakeApi;

  const finished = (seconds: number) =>
    mergeStatus({
      task_id: TASK,
      status: 'complete',
      progress: 100,
      expires_at: new Date(NOW + seconds * 1000).toISOString(),
      expires_in_seconds: seconds,
    });
  async function open(status: object): Promise<void> {
    sockets.clear();
    sockets.ack = () => status as ReturnType<typeof finished>;
    const facts = 'filename=a.mp4&thumbnail_url=https://i.example/1.jpg';
    renderAt(`/preview?url=/api/download/start-merge?task_id=${TASK}&${facts}`, <PreviewScreen />);
    await passTime(0);
    act(() => sockets.last().connected());
    await passTime(0);
  }
  /** Simulates the visitor's return to the tab. */
  const comeBack = async () => {
    fireEvent(document, new Event('visibilitychange'));
    await passTime(0);
  };

  beforeEach(() => {
    window.localStorage.clear();
    jest.useFakeTimers({ now: NOW });
    api = new FakeApi()
      .on('GET /api/download/start-merge', { body: { task_id: TASK, status: 'complete' } })
      .on('GET /api/config', { body: { file_retention_seconds: 1800, environment: 'test' } })
      .install();
  });
  afterEach(() => jest.useRealTimers());

  it.each([
    ['a day ahead', DAY_MS],
    ['a day behind', -DAY_MS],
    ['right', 0],
  ])('follows the server if the local clock is %s', async (_, ms) => {
    jest.setSystemTime(NOW + ms);
    await open(finished(120));
    expect(left()).toBe('2m left');
    await passTime(110_000);
    expect(left()).toBe('10s left');
    expect(document.querySelectorAll('img')).toHaveLength(0);
    await passTime(10_000);
    expect(isExpired()).toBe(true);
    // Until then, the player's poster showed the thumbnail.
    expect(document.querySelectorAll('img')).toHaveLength(1);
    expect(screen.queryByText(/Processing complete/)).not.toBeInTheDocument();
  });

  it.each([DAY_MS, -DAY_MS])('is not affected by a clock change of %d ms', async (ms) => {
    await open(finished(120));
    await passTime(50_000);
    jest.setSystemTime(Date.now() + ms);
    await passTime(60_000);
    expect(left()).toBe('10s left');
    await passTime(10_000);
    expect(isExpired()).toBe(true);
  });

  it('is the configured retention if the server does not send it', async () => {
    const old: Record<string, unknown> = { ...finished(5) };
    delete old['expires_in_seconds'];
    delete old['error_values'];
    await open(old);
    expect(left()).toBe('30m left');
  });

  it('is requested again when the visitor returns to the tab', async () => {
    await open(finished(3600));
    api.on(STATUS, { body: finished(125) });
    await comeBack();
    expect(left()).toBe('2m left');
    await passTime(125_000);
    expect(isExpired()).toBe(true);
  });

  it('is requested again after the machine has slept with the tab open', async () => {
    await open(finished(3600));
    api.on(STATUS, { body: finished(125) });
    await passTime(10_000);
    expect(api.count(STATUS)).toBe(0);
    // The wall clock has moved on while the page's clock stood still.
    jest.setSystemTime(Date.now() + 3_465_000);
    await passTime(5000);
    expect(api.count(STATUS)).toBe(1);
    expect(left()).toBe('2m left');
    await passTime(10_000);
    expect(api.count(STATUS)).toBe(1);
  });

  it('is requested after sleep even while the countdown changes every second', async () => {
    await open(finished(290));
    api.on(STATUS, { body: finished(40) });
    jest.setSystemTime(Date.now() + 240_000);
    for (let second = 0; second < 5; second += 1) {
      await passTime(1000);
    }
    expect(left()).toBe('40s left');
  });

  describe('after the machine has slept without a connection', () => {
    const wakeOffline = async () => {
      await open(finished(3600));
      api.on(STATUS, () => Promise.reject(new TypeError('Failed to fetch')));
      jest.setSystemTime(Date.now() + 3_465_000);
      await passTime(5000);
      expect(api.count(STATUS)).toBe(1);
      api.on(STATUS, { body: finished(125) });
    };

    it('is requested until the server replies', async () => {
      await wakeOffline();
      await passTime(5000);
      expect(left()).toBe('2m left');
      await passTime(10_000);
      expect(api.count(STATUS)).toBe(2);
    });

    it('is requested as soon as the browser is online, not before', async () => {
      await wakeOffline();
      const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      await passTime(10_000);
      expect(api.count(STATUS)).toBe(1);
      online.mockRestore();
      fireEvent.online(window);
      await passTime(0);
      expect(left()).toBe('2m left');
    });
  });

  it.each([
    ['is gone', 410, true],
    ['still exists', 200, false],
  ])('trusts the file if the task is unknown and the file %s', async (_, status, over) => {
    await open(finished(3600));
    api
      .on(STATUS, { status: 404, body: { error: 'x', code: 'TASK_UNKNOWN' } })
      .on(FILE, { status });
    await comeBack();
    expect(isExpired()).toBe(over);
  });

  it('keeps counting if the server does not respond', async () => {
    await open(finished(120));
    await comeBack();
    expect(api.count(STATUS)).toBe(1);
    await passTime(110_000);
    expect(left()).toBe('10s left');
  });
});
