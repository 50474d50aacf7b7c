import { FakeApi, mergeStatus, sockets } from '@dipper/client/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import type { MergeStatus } from '@dipper/contract';
import { renderAt } from '../../testing/render-at.js';
import { PreviewPartsContext } from './preview-context.js';
import { PreviewScreen } from './preview-screen.js';

let tasks = 0;
const SOURCE = 'https://vimeo.com/123456789/a/long/path/that/is/cut/off/somewhere';

/** Returns a new task for each test: a page starts each task only once. */
function newTask(): string {
  tasks += 1;
  return `task${String(tasks).padStart(24, '0')}`;
}
const mergeAddress = (id: string) =>
  `/preview?task_id=${id}&video_format_id=v&audio_format_id=a&title=Clip&source_url=${encodeURIComponent(SOURCE)}`;
const directAddress = (query: Record<string, string>) =>
  `/preview?${new URLSearchParams(query).toString()}`;

/** Advances the clock in steps, because React renders only at the end of an `act`. */
async function run(ms: number): Promise<void> {
  for (let left = ms; left >= 0; left -= 250) {
    await act(() => jest.advanceTimersByTimeAsync(Math.min(left, 250)));
  }
}
const STEPS = [
  { stage: 'video', share: 0.8 },
  { stage: 'audio', share: 0.1 },
  { stage: 'merging', share: 0.08 },
  { stage: 'checking', share: 0.02 },
] satisfies MergeStatus['steps'];
const shown = () => Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'));
const socket = () => sockets.last();

describe('PreviewScreen', () => {
  let api: FakeApi;
  let id: string;
  let statusCall: string;

  beforeEach(() => {
    jest.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });
    sockets.clear();
    sockets.ack = () => mergeStatus({ task_id: id });
    id = newTask();
    statusCall = `GET /api/download/status/${id}`;
    api = new FakeApi()
      .on('GET /api/download/start-merge', { body: { task_id: id, status: 'queued' } })
      .on('GET /api/config', { body: { file_retention_seconds: 1800, environment: 'test' } })
      .install();
    document.title = '';
    window.sessionStorage.clear();
  });
  afterEach(() => jest.useRealTimers());

  /** Opens the page and waits for the reply to the start call and for the socket's code. */
  async function open(address: string): Promise<void> {
    renderAt(address, <PreviewScreen />);
    await run(50);
  }
  const update = (overrides: Parameters<typeof mergeStatus>[0]) =>
    act(() => socket().update(mergeStatus({ task_id: id, ...overrides })));

  /** Returns the last announcement for screen readers. */
  const said = () => screen.getAllByRole('status')[0]?.textContent;

  describe('merge mode over the socket', () => {
    it('starts once, follows the socket without polling, and shows the file', async () => {
      renderAt(mergeAddress(id), <PreviewScreen />);
      expect(screen.getByText('Starting video processing...')).toBeVisible();
      expect(document.title).toBe('Processing | Vimeo | Clip');
      await run(50);
      act(() => socket().connected());
      expect(shown()).toBe(10);
      expect(screen.getByText('Downloading video...')).toBeVisible();
      update({
        progress: 55,
        stage: 'audio',
        speed: 2 * 1024 * 1024,
        eta_seconds: 65,
        steps: STEPS,
      });
      expect(screen.getByText('2.0 MB/s · 1:05 left')).toBeVisible();
      expect(screen.getByText('Audio').closest('li')).toHaveAttribute('aria-current', 'step');
      expect(screen.getByText('Next: Combine · Verify')).toBeVisible();
      expect(document.body).toHaveTextContent('Once your file is ready, it stays here for 1 hour.');
      update({ progress: 55, eta_seconds: 9 });
      expect(screen.getByText('9 s left')).toBeVisible();
      expect(screen.getByText('Audio')).toBeInTheDocument();
      update({ progress: 40 });
      expect(shown()).toBe(55);
      await run(9000);
      update({ progress: 60 });
      await run(9000);
      const status = screen.getAllByRole('status')[0];
      update({
        status: 'complete',
        progress: 100,
        expires_in_seconds: 7200,
        actual_sizes: { combined_streams: 3 * 1024 * 1024, final_file: 2 * 1024 * 1024 },
      });
      expect(document.title).toBe('Preview | Vimeo | Clip');
      const video = screen.getByLabelText('Video: Clip');
      expect(video).toHaveAttribute('src', `/api/download/file/${id}`);
      expect(screen.getAllByText(/^Processing complete! Loading video\.\.\./)).toHaveLength(2);
      fireEvent.loadedMetadata(video);
      expect(status).toHaveTextContent(/^Processing complete! .* Your file is ready\.$/);
      expect(screen.getAllByText('2.0 MB')).toHaveLength(2);
      expect(screen.getByText('3.0 MB')).toBeVisible();
      expect(api.count('GET /api/download/start-merge')).toBe(1);
      expect(api.count(statusCall)).toBe(0);
      expect(socket().closed).toBe(true);
    });

    it('announces that a finished MP3 is ready, without mentioning a video', async () => {
      await open(`${mergeAddress(id)}&is_audio=true&filename=clip.mp3`);
      update({ status: 'complete', progress: 100, expires_in_seconds: 60 });
      expect(said()).toBe('Your file is ready.');
      expect(screen.queryByText(/Loading video/)).not.toBeInTheDocument();
    });

    it('shows the Share button next to the title once the file is ready', async () => {
      const parts = {
        ...{ start: () => null, toast: jest.fn(), fetchAgain: () => Promise.resolve(null) },
        share: () => <button type="button">Share</button>,
      };
      renderAt(
        mergeAddress(id),
        <PreviewPartsContext value={parts}>
          <PreviewScreen />
        </PreviewPartsContext>,
      );
      await run(50);
      expect(screen.queryByRole('button', { name: 'Share' })).not.toBeInTheDocument();
      update({ status: 'complete', progress: 100, expires_in_seconds: 60 });
      const line = screen.getByRole('heading', { level: 1 }).parentElement;
      expect(line).toContainElement(screen.getByRole('button', { name: 'Share' }));
    });

    it('announces progress at most every 10% and every 5 s', async () => {
      await open(mergeAddress(id));
      act(() => socket().connected());
      const first = said();
      await run(1000);
      update({ progress: 60 });
      expect(said()).toBe(first);
      await run(3900);
      expect(said()).toBe(first);
      await run(100);
      expect(said()).toBe('60 percent. Downloading video...');
      update({ progress: 69 });
      await run(4000);
      expect(said()).toBe('60 percent. Downloading video...');
    });

    it('polls while the socket is disconnected', async () => {
      api.on(statusCall, { body: mergeStatus({ task_id: id, progress: 35 }) });
      await open(mergeAddress(id));
      act(() => socket().connected());
      await run(9000);
      expect(api.count(statusCall)).toBe(0);
      act(() => socket().dropped());
      await run(1000);
      expect(api.count(statusCall)).toBe(1);
      expect(shown()).toBe(35);
      sockets.ack = () => mergeStatus({ task_id: id, progress: 36 });
      socket().ack = sockets.ack;
      act(() => socket().connected());
      expect(shown()).toBe(36);
      const polls = api.count(statusCall);
      await run(9000);
      expect(api.count(statusCall)).toBe(polls);
    });

    it.each([
      [1, "You're next in line"],
      [2, '1 download ahead of you'],
      [3, '2 downloads ahead of you'],
    ])('shows how many downloads are ahead of position %d', async (place, words) => {
      sockets.ack = () => mergeStatus({ task_id: id, status: 'queued', queue_position: place });
      await open(mergeAddress(id));
      act(() => socket().connected());
      expect(screen.getByText(words)).toBeVisible();
    });

    it('announces the queue position at most every 5 s, and the end of the wait', async () => {
      const queued = (place: number) => ({
        status: 'queued' as const,
        progress: 0,
        queue_position: place,
      });
      sockets.ack = () => mergeStatus({ task_id: id, ...queued(4) });
      await open(mergeAddress(id));
      act(() => socket().connected());
      await run(5000);
      expect(said()).toBe('0 percent. Waiting in line... 3 downloads ahead of you');
      update(queued(3));
      await run(4000);
      update(queued(2));
      expect(said()).toBe('0 percent. Waiting in line... 3 downloads ahead of you');
      await run(1000);
      expect(said()).toBe('0 percent. Waiting in line... 1 download ahead of you');
      update({ progress: 0, stage: 'merging' });
      await run(5000);
      expect(said()).toBe('0 percent. Combining into one file...');
    });
  });

  describe('merge mode without a socket', () => {
    it('polls after 3 s and finishes without moving the bar back', async () => {
      const answers = [20, 50, 45, 80];
      const seen: number[] = [];
      api.on(statusCall, () => {
        const progress = answers.shift();
        return {
          body: mergeStatus({
            task_id: id,
            ...(progress === undefined ? { status: 'complete', progress: 100 } : { progress }),
          }),
        };
      });
      await open(mergeAddress(id));
      await run(2900);
      expect(api.count(statusCall)).toBe(0);
      for (let second = 0; second < 20 && screen.queryByRole('progressbar') !== null; second += 1) {
        seen.push(shown());
        await run(500);
      }
      expect(seen).toEqual([...seen].sort((a, b) => a - b));
      expect(screen.getByText('File Available for Limited Time')).toBeVisible();
      expect(api.count(statusCall)).toBe(5);
    });

    it('shows the message from the catalog when it gives up', async () => {
      api.on(statusCall, { status: 500, statusText: 'Oh' });
      await open(mergeAddress(id));
      await run(20_000);
      const alert = screen.getByRole('alert');
      expect(alert).toHaveTextContent('Processing Failed');
      expect(alert).toHaveTextContent('Too many consecutive polling errors: HTTP 500: Oh');
      expect(screen.getByText('Not ready yet')).toBeVisible();
      expect(screen.queryByText('Not prepared')).not.toBeInTheDocument();
    });

    it('says that the file is gone, also above the title, if the server has forgotten it', async () => {
      api.on(statusCall, { status: 404 }).on(`HEAD /api/download/file/${id}`, { status: 404 });
      await open(mergeAddress(id));
      await run(20_000);
      expect(screen.getByRole('alert')).toHaveTextContent(
        'Video processing completed but file is no longer available',
      );
      expect(screen.getByText('No longer here')).toBeVisible();
      expect(screen.queryByText('Not prepared')).not.toBeInTheDocument();
    });
  });

  describe('failures', () => {
    it.each([
      [
        { status: 404, body: { error: 'Not known here.', code: 'TASK_UNKNOWN' } },
        'Not known here.',
      ],
      [{ body: { status: 'queued' } }, 'Failed to start merge task'],
      [{ status: 500 }, 'Failed to start merge task'],
    ])('explains why it could not start: %j', async (reply, sentence) => {
      api.on('GET /api/download/start-merge', reply);
      await open(mergeAddress(id));
      expect(screen.getByRole('alert')).toHaveTextContent(`Processing Failed${sentence}`);
      expect(sockets.all).toEqual([]);
    });

    it('restart when the visitor tries again', async () => {
      await open(mergeAddress(id));
      act(() => socket().connected());
      update({ status: 'error', progress: 60, message: 'It broke.' });
      expect(screen.getByRole('alert')).toHaveTextContent('It broke.');
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
      await run(50);
      expect(api.count('GET /api/download/start-merge')).toBe(2);
      act(() => socket().connected());
      expect(shown()).toBe(10);
    });

    it('include a cancelled merge', async () => {
      api.on(`DELETE /api/download/task/${id}`, {
        body: mergeStatus({ task_id: id, status: 'cancelled' }),
      });
      await open(mergeAddress(id));
      act(() => socket().connected());
      fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
      await run(0);
      expect(screen.getByRole('heading', { name: 'Cancelled' })).toBeVisible();
      expect(screen.getByRole('link', { name: 'Other Formats' })).toHaveAttribute(
        'href',
        `/?url=${encodeURIComponent(SOURCE)}`,
      );
    });
  });

  describe('the finished file', () => {
    const finish = async (seconds: number | null) => {
      await open(mergeAddress(id));
      act(() => socket().connected());
      update({ status: 'complete', progress: 100, expires_in_seconds: seconds });
      await run(10);
      await run(0);
    };

    it('counts down and then expires', async () => {
      await finish(120);
      expect(screen.getByRole('timer')).toHaveTextContent('2m');
      await run(70_000);
      expect(screen.getByRole('timer')).toHaveTextContent('50s');
      await run(50_000);
      expect(screen.getByRole('heading', { name: 'Expired' })).toBeVisible();
      expect(document.title).toBe('Expired | Vimeo | Clip');
      expect(screen.queryByRole('link', { name: /^Download/ })).not.toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Return to Homepage' })).toHaveAttribute('href', '/');
    });

    it.each([
      [
        'the configured retention',
        { body: { file_retention_seconds: 1800, environment: 'x' } },
        '30m',
      ],
      ['an hour', { status: 500 }, '1h 0m'],
    ])('counts down from %s if the server sends no time', async (_what, reply, text) => {
      api.on('GET /api/config', reply);
      await finish(null);
      expect(screen.getByRole('timer')).toHaveTextContent(text);
    });

    it('checks the file before saving it, and is locked for 3 s', async () => {
      const saved: string[] = [];
      const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
        this: HTMLAnchorElement,
      ) {
        saved.push(this.getAttribute('href') ?? '');
      });
      api.on(`HEAD /api/download/file/${id}`, { status: 200 });
      await finish(7200);
      fireEvent.click(screen.getByRole('link', { name: /^Download/ }));
      await run(0);
      expect(saved).toEqual([`/api/download/file/${id}?download=1`]);
      fireEvent.click(screen.getByRole('link', { name: 'Downloading...' }));
      await run(2990);
      expect(screen.getByRole('link', { name: 'Downloading...' })).toBeVisible();
      await run(20);
      expect(screen.getByRole('link', { name: /^Download/ })).toBeVisible();
      expect(saved).toHaveLength(1);
      click.mockRestore();
    });

    it.each([
      [500, 'Error: Could not start the download. Please check your connection or try again.'],
      [410, 'This file has expired and is no longer available for download.'],
    ])('reports a file that is not available: %d', async (status, sentence) => {
      api.on(`HEAD /api/download/file/${id}`, { status });
      await finish(7200);
      fireEvent.click(screen.getByRole('link', { name: /^Download/ }));
      await run(0);
      expect(screen.getByRole('alert')).toHaveTextContent(sentence);
    });

    it('offers the download if the browser cannot play the file', async () => {
      await finish(7200);
      fireEvent.error(screen.getByLabelText('Video: Clip'));
      expect(screen.getByText('Video Preview Unavailable')).toBeVisible();
      expect(screen.getByRole('heading', { name: 'Playback Not Supported' })).toBeVisible();
      expect(screen.getByRole('link', { name: /^Download/ })).toBeVisible();
    });
  });

  describe('direct mode', () => {
    it('plays through the relay after 100 ms', async () => {
      renderAt(
        directAddress({ url: 'https://cdn.example/a.mp4', title: 'Clip' }),
        <PreviewScreen />,
      );
      const video = screen.getByLabelText('Video: Clip');
      await run(99);
      expect(video).not.toHaveAttribute('src');
      await run(1);
      expect(video).toHaveAttribute(
        'src',
        '/api/proxied_download?url=https%3A%2F%2Fcdn.example%2Fa.mp4',
      );
      expect(document.title).toBe('Preview | Unknown Platform | Clip');
      expect(api.calls).toEqual([]);
    });

    it('shows the title from the result, and the other details from its address', async () => {
      await open(
        directAddress({
          url: 'https://cdn.example/a.m4a',
          is_audio: 'true',
          title: 'Preview | Vimeo | <b>Song</b>',
          source_url: SOURCE,
          resolution: '1280x720',
          filesize: '1048576',
          bitrate: '1000',
        }),
      );
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('<b>Song</b>');
      expect(screen.getByLabelText('Audio: <b>Song</b>')).toBeInTheDocument();
      expect(screen.getByText('1280x720')).toBeVisible();
      expect(screen.getByText('1.0 MB', { selector: 'dd' })).toBeVisible();
      expect(screen.getByText('1.0 Mbps')).toBeVisible();
      expect(screen.getByText(`${SOURCE.slice(0, 50)}...`)).toHaveAttribute('href', SOURCE);
    });

    it('passes the source on to the home page if the link has expired', async () => {
      await open(
        directAddress({ url: 'https://cdn.example/a.mp4', title: 'Clip', source_url: SOURCE }),
      );
      await run(100);
      fireEvent.error(screen.getByLabelText('Video: Clip'));
      expect(screen.getByRole('alert')).toHaveTextContent('Preview Session Expired');
      fireEvent.click(screen.getByRole('button', { name: 'Go to Homepage' }));
      expect(screen.getByTestId('address')).toHaveTextContent(/^\/$/);
      expect(window.sessionStorage.getItem('refresh-extract-url')).toBe(SOURCE);
    });

    it('links the download of a stream to its task', async () => {
      await open(directAddress({ url: 'https://cdn.example/a.m3u8', task_id: id, title: 'Clip' }));
      expect(screen.queryByRole('link', { name: /^Download/ })).not.toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Prepare download' })).toHaveAttribute(
        'href',
        `/preview?url=${encodeURIComponent(`/api/download/start-merge?task_id=${id}`)}&title=Clip`,
      );
    });
  });
});
