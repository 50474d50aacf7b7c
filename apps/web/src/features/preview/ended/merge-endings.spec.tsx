import { FakeApi, mergeStatus, sockets } from '@dipper/client/testing';
import { LIMITS } from '@dipper/contract';
import { act, fireEvent, screen } from '@testing-library/react';
import { leftClip } from '../../../entities/media/handover/left-for-page.js';
import { siteConfig } from '../../../testing/fixtures.js';
import { renderAt } from '../../../testing/render-at.js';
import { loadIllustrations } from '../../../theme/illustrations/illustrations.js';
import { PreviewScreen } from '../preview-screen.js';

const SOURCE = 'https://vimeo.com/1';
let tasks = 0;

const passTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeAll(() => loadIllustrations(siteConfig().branding));

describe('the end of a merge', () => {
  let api: FakeApi;
  let id: string;

  beforeEach(() => {
    jest.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });
    sockets.clear();
    tasks += 1;
    id = `ending${String(tasks).padStart(24, '0')}`;
    api = new FakeApi()
      .on('GET /api/download/start-merge', { body: { task_id: id, status: 'queued' } })
      .on(`DELETE /api/download/task/${id}`, {
        body: mergeStatus({ task_id: id, status: 'cancelled' }),
      })
      .install();
    window.sessionStorage.clear();
  });
  afterEach(() => jest.useRealTimers());

  /** Opens the page of a task whose socket connects immediately. */
  async function open(source = SOURCE, more: Record<string, string> = {}): Promise<void> {
    const query = { task_id: id, video_format_id: 'v', audio_format_id: 'a', title: 'Clip' };
    const address = new URLSearchParams({ ...query, source_url: source, ...more });
    renderAt(`/preview?${address.toString()}`, <PreviewScreen />);
    await passTime(50);
    await passTime(50);
  }
  const report = (overrides: Parameters<typeof mergeStatus>[0]) => {
    const socket = sockets.last();
    socket.ack = () => mergeStatus({ task_id: id, ...overrides });
    act(() => socket.connected());
  };
  const unknown = (fileStatus: number) =>
    api
      .on('GET /api/download/start-merge', {
        status: 404,
        body: { error: 'Not known here.', code: 'TASK_UNKNOWN' },
      })
      .on(`HEAD /api/download/file/${id}`, { status: fileStatus });

  it('links from a clip outside the item back to the clip maker, and passes on the duration', async () => {
    const recipe = JSON.stringify({ kind: 'clip', start: 100, end: 110 });
    await open(SOURCE, { recipe });
    report({ status: 'error', error_code: 'CLIP_OUTSIDE', error_values: { seconds: 20 } });
    await passTime(50);
    expect(screen.getByRole('alert')).toHaveTextContent('Processing Failed');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    const other = screen.getByRole('link', { name: 'Choose other times' });
    expect(other).toHaveClass('button-primary');
    fireEvent.click(other);
    expect(screen.getByTestId('address')).toHaveTextContent('/?url=https%3A%2F%2Fvimeo.com%2F1');
    expect(leftClip([SOURCE])).toEqual({ url: SOURCE, start: 100, end: 110, seconds: 20 });
  });

  it.each([
    ['A dipper on a stone, while a fish swims away underwater', { error_code: 'SOURCE_FAILED' }],
    ['A shell broken in two', { error_code: 'SOURCE_DAMAGED' }],
    ['A boat turned over on the beach, with its oar beside it', { status: 'cancelled' }],
    ['A boat left dry on the sand by the tide', null],
  ] as const)('shows the picture for its outcome: %s', async (name, status) => {
    if (status === null) {
      unknown(410);
    }
    await open();
    if (status !== null) {
      report({ status: 'error', ...status });
    }
    await passTime(50);
    expect(screen.getByRole('img', { name })).toBeVisible();
  });

  it('offers another format first if the site no longer has this one', async () => {
    await open();
    report({ status: 'error', error_code: 'FORMAT_UNAVAILABLE' });
    await passTime(50);
    expect(screen.getByRole('link', { name: 'Choose another format' })).toHaveClass(
      'button-primary',
    );
    expect(screen.getByRole('button', { name: 'Try again' })).not.toHaveClass('button-primary');
  });

  describe('of a task that no longer exists', () => {
    it('is shown as an expired file when the file is gone', async () => {
      unknown(410);
      await open();
      expect(screen.getByRole('alert')).toHaveTextContent(
        'ExpiredThis file has expired and is no longer available for download.',
      );
      expect(document.title).toBe('Expired | Vimeo | Clip');
      expect(screen.getByText('No longer here')).toBeVisible();
    });

    it('offers to fetch it again instead of a retry that cannot work', async () => {
      unknown(404);
      await open();
      expect(screen.getByRole('alert')).toHaveTextContent('Processing FailedNot known here.');
      expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Download again' })).toBeVisible();
      expect(screen.getByText('No longer here')).toBeVisible();
    });

    it('also links to the home page when the source is unknown', async () => {
      unknown(404);
      await open('');
      expect(screen.queryByRole('button', { name: 'Download again' })).not.toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Return to Homepage' })).toHaveClass(
        'button-primary',
      );
    });
  });

  it('offers a retry after a failure', async () => {
    await open();
    report({ status: 'error', message: 'It broke.' });
    expect(document.title).toBe('Processing Failed | Vimeo | Clip');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it.each<[string, Parameters<typeof mergeStatus>[0]]>([
    ['was never started', { status: 'prepared', progress: 0 }],
    ['is stuck', { status: 'processing', progress: 20 }],
  ])('also times out over the socket when it %s', async (_, status) => {
    const call = `GET /api/download/status/${id}`;
    api.on(call, { body: mergeStatus({ task_id: id, ...status }) });
    await open();
    report(status);
    for (let seconds = 0; seconds < 140; seconds += 1) {
      await passTime(1000);
    }
    expect(api.count(call)).toBe(LIMITS.pollAttempts);
    expect(screen.getByRole('alert')).toHaveTextContent('Video processing timed out');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it.each([429, 503])('delays the retry when a start is refused with %d', async (status) => {
    const call = 'GET /api/download/start-merge';
    const body = { error: 'Too many.', code: 'BUSY' };
    api.on(call, { status, body, headers: { 'retry-after': '30' } });
    await open();
    expect(screen.getByRole('alert')).toHaveTextContent(/^Processing FailedToo many\.$/);
    const again = screen.getByRole('button', { name: 'Try again in 30 s' });
    fireEvent.click(again);
    await passTime(29_000);
    expect(again).toHaveTextContent('Try again in 1 s');
    expect(api.count(call)).toBe(1);
    await passTime(1000);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(api.count(call)).toBe(2);
    await passTime(0);
  });

  it('offers to fetch an expired file again', async () => {
    await open();
    report({ status: 'complete', progress: 100, expires_in_seconds: 2 });
    await passTime(2500);
    await passTime(0);
    expect(screen.getByRole('heading', { name: 'Expired' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download again' })).toBeVisible();
  });

  describe('moves the focus', () => {
    const cancel = async () => {
      const button = screen.getByRole('button', { name: 'Cancel' });
      button.focus();
      fireEvent.click(button);
      await passTime(0);
    };

    it('to the outcome of a cancelled merge, and to the title on a retry', async () => {
      await open();
      report({});
      await cancel();
      expect(document.title).toBe('Cancelled | Vimeo | Clip');
      const heading = screen.getByRole('heading', { name: 'Cancelled' });
      expect(screen.getByText('No file was kept. You can try again at any time.')).toBeVisible();
      expect(heading).toHaveFocus();
      const retry = screen.getByRole('button', { name: 'Try again' });
      retry.focus();
      fireEvent.click(retry);
      await passTime(50);
      expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    });

    it('to the outcome of a cancelled MP3, which has no card without a player', async () => {
      const cover = 'https://i.example/cover.jpg';
      await open(SOURCE, { is_audio: 'true', filename: 'a.mp3', thumbnail_url: cover });
      report({});
      await cancel();
      expect(screen.getByRole('heading', { name: 'Cancelled' })).toHaveFocus();
      // In the player's card, this icon would stand in for the cover.
      expect(document.querySelector('.lucide-music')).toBeNull();
      expect(document.querySelectorAll('img[src*="cover.jpg"]')).toHaveLength(1);
    });

    it('nowhere if the visitor has moved it', async () => {
      await open();
      report({});
      const back = screen.getByRole('link', { name: 'Back to the downloader' });
      screen.getByRole('button', { name: 'Cancel' }).focus();
      back.focus();
      act(() => sockets.last().update(mergeStatus({ task_id: id, status: 'cancelled' })));
      await passTime(0);
      expect(back).toHaveFocus();
    });
  });
});
