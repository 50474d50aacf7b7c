import { FakeApi, FakeStream } from '@dipper/client/testing';
import { leave } from '../../entities/media/handover/handover.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { format, videoInfo } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { submitLink } from '../../testing/submit-link.js';
import { HomePage } from './home.page.js';

const SEARCH = 'POST /api/download-video';
const LINK = 'https://vimeo.com/1';

const HINT = {
  type: 'hint',
  platform: 'Vimeo',
  title: 'A clip',
  thumbnail_url: 'https://i.example/1.jpg',
  thumbnail_grant: 'granted',
  uploader: 'Somebody',
};
const RESULT = {
  type: 'result',
  info: videoInfo({ formats: [format({ filesize: null }), format({ format_id: 'f2' })] }),
};
const field = () => screen.getByRole('textbox', { name: 'Link to a video, song or podcast' });
/** The other status element belongs to the test itself. */
const status = () => screen.getAllByRole('status')[0] as HTMLElement;

describe('a search with a streamed response', () => {
  let api: FakeApi;
  let stream: FakeStream;
  const scrollIntoView = jest.fn();

  beforeEach(() => {
    stream = new FakeStream();
    api = new FakeApi().on(SEARCH, { stream }).install();
    window.sessionStorage.clear();
    leave({ result: null, earlier: [] });
    scrollIntoView.mockReset();
    Element.prototype.scrollIntoView = scrollIntoView;
  });
  afterEach(() => jest.useRealTimers());

  const start = async (link = LINK) => {
    const user = userEvent.setup();
    const page = renderAt('/', <HomePage />);
    submitLink(link);
    await waitFor(() => expect(api.count(SEARCH)).toBe(1));
    return { ...page, user };
  };
  const push = (...lines: unknown[]) =>
    act(() => Promise.resolve(lines.forEach((line) => stream.push(line))));

  it('shows the platform before the first event', async () => {
    await start();
    expect(await screen.findByText('Reading Vimeo')).toBeVisible();
    expect(await screen.findByText('Vimeo')).toBeVisible();
    expect(status()).toHaveTextContent('Processing your request... Reading Vimeo');
  });

  it('shows the queue position, the hint, the result, and then its sizes', async () => {
    const { container } = await start();
    await push({ type: 'waiting', place: 3, seconds: 8 });
    expect(await screen.findByText('Number 3 in line, about 8 s')).toBeVisible();
    await push({ type: 'reading' });
    expect(await screen.findByText('Reading Vimeo')).toBeVisible();
    await push(HINT);
    expect(await screen.findByText('A clip')).toBeVisible();
    expect(screen.getByText('by Somebody')).toBeVisible();
    const known = container.querySelector('img')?.getAttribute('src');
    expect(known).toBe('/api/image-proxy?url=https%3A%2F%2Fi.example%2F1.jpg&grant=granted');
    await push(RESULT);
    expect(await screen.findByRole('region', { name: 'Formats' })).toBeVisible();
    expect(container.querySelector('img')).toHaveAttribute('src', known);
    expect(status()).toHaveTextContent(/^Found 720p\.$/);
    expect(screen.getByText(/Still checking/)).toBeVisible();
    expect(screen.queryByText(/source does not say/)).not.toBeInTheDocument();
    const rows = screen.getAllByRole('listitem').map((row) => row.querySelector('a'));
    await push({ type: 'sizes', sizes: [{ at: 0, filesize: 5e6, filesize_approx: false }] });
    await waitFor(() => expect(screen.queryByText(/Still checking/)).not.toBeInTheDocument());
    expect(screen.getAllByText('4.8 MB')).not.toHaveLength(0);
    // The same elements in the same order.
    expect(screen.getAllByRole('listitem').map((row) => row.querySelector('a'))).toEqual(rows);
    expect(rows[0]).toHaveAttribute('href', expect.stringContaining('filesize=5000000'));
    await act(() => Promise.resolve(stream.end()));
  });

  it('names the quality, the size and the duration of a single file once they are known', async () => {
    await start();
    const unread = { vcodec: null, acodec: null };
    const unknown = { quality: null, resolution: null, filesize: null, ...unread };
    const mp3 = format({
      kind: 'audio',
      task_id: 'm',
      ext: 'mp3',
      quality: null,
      is_audio_only: true,
      recommended: false,
    });
    const info = videoInfo({ duration: null, formats: [format(unknown), mp3] });
    await push({ type: 'result', info });
    expect(await screen.findByRole('link', { name: /^Download Video MP4/ })).toBeVisible();
    expect(status()).toHaveTextContent('Found a file.');
    const read = { resolution: '720p', quality: '720p', label: '720p MP4', filename: 'a_720p.mp4' };
    const sized = { filesize: 6.4e6, filesize_approx: false };
    await push({ type: 'facts', duration: 20, formats: [{ at: 0, ...read, ...sized }] });
    const button = await screen.findByRole('link', { name: /^Download 720p MP4.*6\.1 MB/ });
    expect(button).toHaveAttribute('href', expect.stringContaining('filename=a_720p.mp4'));
    expect(status()).toHaveTextContent('Found 720p and audio.');
    expect(screen.getByText('Duration 0:20')).toBeInTheDocument();
    // The button is this video's only row.
    expect(screen.queryByRole('tab', { name: 'Video' })).not.toBeInTheDocument();
    await act(() => Promise.resolve(stream.end()));
  });

  it.each([
    ['reads the rest of a search whose formats are shown', [RESULT], false],
    ['aborts a search that has found nothing yet', [HINT], true],
  ])('%s when the visitor leaves the page', async (_, lines, aborted) => {
    const fetched = jest.spyOn(globalThis, 'fetch');
    const { unmount } = await start();
    await push(...lines);
    await screen.findByText(aborted ? 'A clip' : /^Still checking/);
    const signal = fetched.mock.calls.find(([url]) => url === '/api/download-video')?.[1]?.signal;
    unmount();
    expect(signal?.aborted).toBe(aborted);
    if (!aborted) {
      stream.end();
    }
  });

  it.each([
    [99, '99 s'],
    [100, '2 min'],
    [3700, '62 min'],
  ])('shows a wait of %i s as about %s', async (seconds, time) => {
    await start();
    await push({ type: 'waiting', place: 4, seconds });
    expect(await screen.findByText(`Number 4 in line, about ${time}`)).toBeVisible();
  });

  it('shows the host of an unknown site', async () => {
    await start('https://www.clips.test/1');
    expect(await screen.findByText('clips.test')).toBeVisible();
    const info = { platform: 'Unknown Platform', webpage_url: 'https://clips.test/1' };
    await push({ type: 'hint', ...info, title: null, thumbnail_url: null, uploader: null });
    expect(screen.getByText('clips.test')).toBeVisible();
    await push({ type: 'result', info: videoInfo(info) });
    const region = within(await screen.findByRole('region', { name: 'Formats' }));
    expect(region.getByText('clips.test')).toBeVisible();
    expect(region.queryByText('Unknown Platform')).not.toBeInTheDocument();
  });

  it('announces the first position and the last one, but none in between', async () => {
    await start();
    await push({ type: 'waiting', place: 12, seconds: 30 });
    await screen.findByText('Number 12 in line, about 30 s');
    const first = 'Processing your request... Number 12 in line, about 30 s';
    expect(status()).toHaveTextContent(first);
    await push({ type: 'waiting', place: 11, seconds: 27 });
    await screen.findByText('Number 11 in line, about 27 s');
    expect(status()).toHaveTextContent(first);
    await push({ type: 'waiting', place: 1, seconds: 2 });
    await screen.findByText('Number 1 in line, about 2 s');
    expect(status()).toHaveTextContent('Processing your request... Next in line.');
  });

  it('scrolls to the result once, and not again for its sizes', async () => {
    await start();
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    await push(RESULT);
    await act(() => jest.advanceTimersByTimeAsync(1000));
    await push({ type: 'sizes', sizes: [{ at: 0, filesize: 5e6, filesize_approx: false }] });
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(scrollIntoView).toHaveBeenCalledTimes(1);
    expect(screen.getAllByText('4.8 MB')).not.toHaveLength(0);
  });

  it('shows an error event', async () => {
    await start();
    await push(HINT, {
      type: 'error',
      error: 'It is private.',
      code: 'MEDIA_PRIVATE',
      retry_after: null,
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('It is private.');
    expect(field()).toBeValid();
    expect(field()).toHaveAccessibleDescription(/^It is private\./);
    expect(screen.queryByText('A clip')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /again/ })).not.toBeInTheDocument();
  });

  it('counts down to a retry when the server is busy', async () => {
    await start();
    await push({ type: 'error', error: 'Busy.', code: 'BUSY', retry_after: 7 });
    expect(await screen.findByRole('button', { name: 'Try again in 7 s' })).toBeVisible();
  });

  it('reports missing sizes only after the stream has ended', async () => {
    await start();
    await push(RESULT);
    expect(await screen.findByText('Still checking sizes.')).toBeVisible();
    act(() => stream.end());
    const missing = "If no size is shown, the site doesn't give one.";
    expect(await screen.findByText(missing)).toBeVisible();
    expect(screen.queryByText(/Still checking/)).not.toBeInTheDocument();
  });

  it.each<[what: string, act: () => void, sentence: RegExp]>([
    ['ends before the result', () => stream.end(), /Check your connection/],
    ['breaks', () => stream.fail(), /Check your connection/],
    [
      'is cut off within the result',
      () => (stream.pushText(JSON.stringify(RESULT).slice(0, -9)), stream.end()),
      /Check your connection/,
    ],
    [
      'contains a result without formats',
      () => stream.push({ ...RESULT, info: { ...RESULT.info, formats: [] } }),
      /not in the expected format/,
    ],
    ['is not JSON', () => stream.pushText('<html>\n'), /not in the expected format/],
  ])('reports a stream that %s', async (_, happens, sentence) => {
    await start();
    await push(HINT);
    act(happens);
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('keeps the result if the connection breaks after it', async () => {
    await start();
    await push(RESULT);
    await screen.findByRole('region', { name: 'Formats' });
    await act(() => Promise.resolve(stream.fail()));
    expect(screen.getByRole('region', { name: 'Formats' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('ignores unknown events of a newer server', async () => {
    await start();
    await push({ type: 'mood', value: 'good' }, { type: 'waiting', place: 'first' }, RESULT);
    expect(await screen.findByRole('region', { name: 'Formats' })).toBeVisible();
  });

  it('is aborted by Cancel', async () => {
    const { user } = await start();
    await push(HINT);
    await screen.findByText('A clip');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(api.signals[0]?.aborted).toBe(true);
    expect(screen.queryByText('A clip')).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(status()).toBeEmptyDOMElement();
  });

  it('is aborted by another link, but not by the same one', async () => {
    const { user } = await start();
    await push(HINT);
    await user.type(field(), '{Enter}');
    await user.type(field(), '{Enter}');
    expect(api.count(SEARCH)).toBe(1);
    expect(screen.getByText('A clip')).toBeVisible();
    await user.type(field(), '23{Enter}');
    await waitFor(() => expect(api.count(SEARCH)).toBe(2));
    expect(api.signals[0]?.aborted).toBe(true);
    expect(api.signals[1]?.aborted).toBe(false);
    expect(screen.queryByText('A clip')).not.toBeInTheDocument();
  });

  it('requests a stream but accepts plain JSON', async () => {
    api.on(SEARCH, { body: videoInfo(), headers: { 'content-type': 'application/json' } });
    await start();
    expect(await screen.findByRole('region', { name: 'Formats' })).toBeVisible();
    expect(api.calls[0]?.accept).toBe('application/x-ndjson, application/json;q=0.9');
  });
});
