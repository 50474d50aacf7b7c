import { FakeApi, mergeStatus, sockets } from '@dipper/client/testing';
import { previewPath, type VideoInfo } from '@dipper/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { leave } from '../../../entities/media/handover/handover.js';
import { steadyMs } from '../../../lib/time/steady-ms.js';
import { format, videoInfo } from '../../../testing/fixtures.js';
import { renderAt } from '../../../testing/render-at.js';
import { keepPlace } from '../player/listened.js';
import { PreviewScreen } from '../preview-screen.js';

const SOURCE = 'https://vimeo.com/1';
const FILE = 'https://cdn.example/360.mp4?a=1&b=2';
const RELAYED = `/api/proxied_download?url=${encodeURIComponent(FILE)}&yields=1`;
const SMALL = format({ url: FILE, quality: '360p', resolution: '360p' });
const play = { name: 'Play 360p now' };
const stop = { name: 'Stop playing' };

let id: string;
let tasks = 0;
let played: jest.SpyInstance;
let loaded: jest.SpyInstance;

beforeEach(() => {
  tasks += 1;
  id = `meanwhile${String(tasks).padStart(16, '0')}`;
  window.localStorage.clear();
  window.sessionStorage.clear();
  sockets.clear();
  sockets.connects = true;
  sockets.ack = () => mergeStatus({ task_id: id, progress: 30, stage: 'video' });
  new FakeApi()
    .on('GET /api/download/start-merge', { body: { task_id: id, status: 'processing' } })
    .on(`HEAD /api/download/file/${id}`, { status: 200 })
    .install();
  jest.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('probably');
  played = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  loaded = jest.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(window, 'MediaSource');
  leave({ result: null });
});

const found = (...formats: VideoInfo['formats']) => {
  const info = videoInfo({ webpage_url: SOURCE, formats });
  leave({ result: { found: { link: SOURCE, info }, page: '/', atMs: steadyMs() } });
};
const update = (status: Parameters<typeof mergeStatus>[0]) =>
  act(() => sockets.last().update(mergeStatus({ task_id: id, ...status })));
const done = () => update({ status: 'complete', progress: 100, expires_in_seconds: 60 });
const FAILED = "We can't play it yet. You can play it once your file is ready.";

async function opened(query: Readonly<Record<string, string>> = {}) {
  const about = { title: 'T', filename: 't.mp4', source_url: SOURCE, resolution: '1080p' };
  const ids = { task_id: id, video_format_id: 'v', audio_format_id: 'a' };
  renderAt(previewPath({ ...ids, ...about, ...query }), <PreviewScreen />);
  await screen.findByText('30%');
  return userEvent.setup();
}

/**
 * Clicks the button.
 * @returns the player before playback has started
 */
async function starting(): Promise<HTMLVideoElement> {
  const user = await opened();
  await user.click(screen.getByRole('button', play));
  return screen.getByLabelText<HTMLVideoElement>('Video: T');
}

/**
 * Clicks the button.
 * @returns the player at this second
 */
async function playing(second: number, isPaused = false): Promise<HTMLVideoElement> {
  const video = await starting();
  Object.defineProperties(video, {
    paused: { value: isPaused },
    played: { value: { length: 1 }, configurable: true },
  });
  fireEvent.playing(video);
  video.currentTime = second;
  return video;
}
const withError = (video: HTMLVideoElement, code: number) =>
  fireEvent.error(Object.defineProperty(video, 'error', { value: { code } }));

it('plays a smaller version through the relay, above the progress', async () => {
  found(SMALL, format({ url: 'https://cdn.example/720.mp4' }));
  const video = await playing(0);
  expect(video).toHaveAttribute('src', RELAYED);
  expect(played.mock.contexts.at(-1)).toBe(video);
  expect(screen.getByText('Playing 360p while your 1080p is being prepared.')).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '30');
  expect(screen.getByRole('button', stop)).toHaveFocus();
});

it("does not report its resolution as the file's", async () => {
  found(SMALL);
  const user = await opened({ resolution: '' });
  await user.click(screen.getByRole('button', play));
  const video = screen.getByLabelText('Video: T');
  const size = { duration: { value: 62 }, videoWidth: { value: 640 }, videoHeight: { value: 360 } };
  Object.defineProperties(video, size);
  fireEvent.loadedMetadata(video);
  expect(screen.getByText('1:02')).toBeVisible();
  expect(screen.queryByText('640x360')).not.toBeInTheDocument();
});

it('continues at the same second in the finished file', async () => {
  found(SMALL);
  await playing(42.5);
  done();
  const file = screen.getByLabelText<HTMLVideoElement>('Video: T');
  expect(file).toHaveAttribute('src', `/api/download/file/${id}`);
  expect(file.currentTime).toBe(42.5);
  expect(played.mock.contexts.at(-1)).toBe(file);
});

describe('in full screen', () => {
  let full: Element | null;
  const fill = (element: Element | null) => {
    full = element;
    act(() => void document.dispatchEvent(new Event('fullscreenchange')));
  };
  beforeEach(() => {
    full = null;
    Object.defineProperty(document, 'fullscreenElement', { get: () => full, configurable: true });
  });
  afterEach(() => void Reflect.deleteProperty(document, 'fullscreenElement'));

  it('stays in full screen when the file is ready, and plays the file in the same player', async () => {
    found(SMALL);
    const video = await playing(42.5);
    fill(video);
    done();
    expect(screen.getByLabelText('Video: T')).toBe(video);
    expect(video).toHaveAttribute('src', `/api/download/file/${id}`);
    expect(video.currentTime).toBe(42.5);
    expect(played.mock.contexts.at(-1)).toBe(video);
    expect(screen.queryByRole('link', { name: /^Download/ })).toBeNull();
    video.currentTime = 50;
    fill(null);
    const file = screen.getByLabelText<HTMLVideoElement>('Video: T');
    expect(file).not.toBe(video);
    expect(file.currentTime).toBe(50);
    expect(played.mock.contexts.at(-1)).toBe(file);
    expect(screen.getByRole('link', { name: /^Download/ })).toBeVisible();
  });

  it('stays paused in the finished file if the visitor has paused it', async () => {
    found(SMALL);
    const video = await playing(42.5, true);
    fireEvent.pause(video);
    fill(video);
    played.mockClear();
    done();
    expect(video).toHaveAttribute('src', `/api/download/file/${id}`);
    expect(video.currentTime).toBe(42.5);
    expect(video.autoplay).toBe(false);
    // Nothing of the new source has been played yet.
    Object.defineProperty(video, 'played', { value: { length: 0 } });
    fill(null);
    expect(screen.getByLabelText('Video: T')).not.toBe(video);
    expect(played).not.toHaveBeenCalled();
  });

  it("counts the file's lifetime from its completion, not from the end of full screen", async () => {
    found(SMALL);
    fill(await playing(42.5));
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now);
    done();
    clock.mockReturnValue(now + 50_000);
    fill(null);
    const left = await screen.findByRole('timer');
    expect(left).toHaveTextContent('10s left');
  });

  it('ends if the visitor leaves full screen before the file is ready', async () => {
    found(SMALL);
    fill(await playing(42.5));
    fill(null);
    done();
    expect(screen.getByRole('link', { name: /^Download/ })).toBeVisible();
  });
});

it('says that it is starting until it plays, and does not treat that as a pause', async () => {
  found(SMALL);
  const video = await starting();
  expect(video.paused).toBe(true);
  expect(screen.getByText('Starting...')).toBeVisible();
  expect(screen.queryByText(/^Playing 360p/)).not.toBeInTheDocument();
  done();
  expect(played.mock.contexts.at(-1)).toBe(screen.getByLabelText('Video: T'));
});

it('does not autoplay the file if the visitor paused before anything was played', async () => {
  found(SMALL);
  fireEvent.pause(await starting());
  played.mockClear();
  done();
  expect(played).not.toHaveBeenCalled();
});

it("closes the player's connection when playback is stopped", async () => {
  found(SMALL);
  const video = await playing(10);
  loaded.mockClear();
  await userEvent.setup().click(screen.getByRole('button', stop));
  expect(video).not.toHaveAttribute('src');
  expect(loaded.mock.contexts).toEqual([video]);
});

it.each<[string, Parameters<typeof mergeStatus>[0]]>([
  ['failed', { status: 'error', error_code: 'SOURCE_FAILED', message: 'It broke.' }],
  ['was cancelled', { status: 'cancelled' }],
])('does not autoplay after a task that %s is restarted', async (_, ending) => {
  found(SMALL);
  await playing(10);
  update(ending);
  played.mockClear();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', play)).toBeVisible();
  expect(screen.queryByLabelText('Video: T')).not.toBeInTheDocument();
  await screen.findByText('30%');
  done();
  expect(screen.getByLabelText<HTMLVideoElement>('Video: T').currentTime).toBe(10);
  expect(played).not.toHaveBeenCalled();
});

it('opens the finished file at the same second without playing it if playback was paused', async () => {
  found(SMALL);
  await playing(42.5, true);
  played.mockClear();
  done();
  expect(screen.getByLabelText<HTMLVideoElement>('Video: T').currentTime).toBe(42.5);
  expect(played).not.toHaveBeenCalled();
});

it('stops on request, resumes at the same second, and does not autoplay the file', async () => {
  found(SMALL);
  await playing(10);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', stop));
  expect(screen.queryByLabelText('Video: T')).not.toBeInTheDocument();
  expect(screen.getByText(/^You can close this page/)).toBeVisible();
  await user.click(screen.getByRole('button', play));
  expect(screen.getByLabelText<HTMLVideoElement>('Video: T').currentTime).toBe(10);
  await user.click(screen.getByRole('button', stop));
  played.mockClear();
  done();
  expect(screen.getByLabelText<HTMLVideoElement>('Video: T').currentTime).toBe(10);
  expect(played).not.toHaveBeenCalled();
});

it.each<[string, (video: HTMLVideoElement) => void]>([
  ['reports an error', (video) => fireEvent.error(video)],
  ['has no picture', (video) => fireEvent.loadedMetadata(video)],
])('reports that the media %s, and shows the progress as before', async (_case, happens) => {
  found(SMALL);
  const video = await starting();
  const said = screen.getAllByRole('status').find(({ textContent }) => textContent === '');
  happens(video);
  const [announced, shown] = screen.getAllByText(FAILED);
  // A live region that is inserted together with its text is not announced.
  expect(announced).toBe(said);
  expect(shown).toBeVisible();
  expect(screen.queryByLabelText('Video: T')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^(?:Play|Stop)/ })).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'T' })).toHaveFocus());
  done();
  expect(screen.getByLabelText('Video: T')).toHaveAttribute('src', `/api/download/file/${id}`);
});

it.each<[string, () => Promise<unknown>]>([
  ['the connection failed', async () => withError(await starting(), 2)],
  ['something was played', async () => withError(await playing(10), 3)],
])('lets the visitor retry if %s', async (_, happens) => {
  found(SMALL);
  await happens();
  expect(screen.queryByText(FAILED)).not.toBeInTheDocument();
  const button = screen.getByRole('button', play);
  expect(button).toHaveFocus();
  await userEvent.setup().click(button);
  expect(screen.getByLabelText('Video: T')).toHaveAttribute('src', RELAYED);
});

it('offers no retry if the browser cannot decode the media', async () => {
  found(SMALL);
  withError(await starting(), 4);
  expect(screen.getAllByText(FAILED)).toHaveLength(2);
});

it('offers playback once a reloaded page has restored the last search', async () => {
  await opened();
  expect(screen.queryByRole('button', play)).not.toBeInTheDocument();
  act(() => found(SMALL));
  expect(screen.getByRole('button', play)).toBeVisible();
});

describe('a long podcast', () => {
  const HOUR = 3600;

  async function listening() {
    found(format({ url: FILE, is_audio_only: true, ext: 'm4a', vcodec: null }));
    const user = await opened({ is_audio: 'true', filename: 't.mp3' });
    await user.click(screen.getByRole('button', { name: 'Listen now' }));
    const audio = screen.getByLabelText<HTMLAudioElement>('Audio: T');
    Object.defineProperty(audio, 'duration', { value: HOUR });
    return { user, audio };
  }

  it('resumes at the position stored on this device', async () => {
    keepPlace(SOURCE, { time: 1200, duration: HOUR });
    const { audio } = await listening();
    fireEvent.loadedMetadata(audio);
    expect(audio.currentTime).toBe(1200);
  });

  it('resumes where it was stopped rather than at the stored position', async () => {
    keepPlace(SOURCE, { time: 1200, duration: HOUR });
    const { user, audio } = await listening();
    audio.currentTime = 50;
    await user.click(screen.getByRole('button', stop));
    await user.click(screen.getByRole('button', { name: 'Listen now' }));
    const again = screen.getByLabelText<HTMLAudioElement>('Audio: T');
    Object.defineProperty(again, 'duration', { value: HOUR });
    fireEvent.loadedMetadata(again);
    expect(again.currentTime).toBe(50);
  });
});

it('plays audio while audio is being made', async () => {
  found(format({ url: FILE, is_audio_only: true, ext: 'm4a', vcodec: null }));
  const user = await opened({ is_audio: 'true', filename: 't.mp3' });
  await user.click(screen.getByRole('button', { name: 'Listen now' }));
  const audio = screen.getByLabelText('Audio: T');
  expect(audio).toHaveAttribute('src', RELAYED);
  fireEvent.playing(audio);
  expect(
    screen.getByText('Playing from the source while your file is being prepared.'),
  ).toBeVisible();
});

it('plays a stream without the relay, which does not pass on playlists', async () => {
  Object.defineProperty(window, 'MediaSource', { value: class {}, configurable: true });
  found(format({ kind: 'hls', url: 'https://cdn.example/a.m3u8', quality: '360p' }));
  const user = await opened();
  await user.click(screen.getByRole('button', play));
  const video = screen.getByLabelText('Video: T');
  expect(video.getAttribute('src') ?? '').not.toContain('proxied_download');
  Reflect.deleteProperty(window, 'MediaSource');
  // jsdom has no Media Source Extensions, so hls.js plays it natively here.
  await waitFor(() => expect(video).toHaveAttribute('src', 'https://cdn.example/a.m3u8'));
  // Removing `src` would restart playback.
  const removed = jest.spyOn(video, 'removeAttribute');
  update({ progress: 40, stage: 'video' });
  expect(screen.getByText('40%')).toBeVisible();
  expect(removed).not.toHaveBeenCalled();
  expect(video).toHaveAttribute('src', 'https://cdn.example/a.m3u8');
});

it.each<[string, () => void, Readonly<Record<string, string>>]>([
  ['nothing is known about the item', () => undefined, {}],
  [
    'the last search was for another item',
    () => found(SMALL),
    { source_url: 'https://vimeo.com/2' },
  ],
  ['the item has no playable format', () => found(format({ kind: 'merge', task_id: 'x' })), {}],
  ['a zip is made', () => found(SMALL), { filename: 't.zip' }],
  [
    'a clip is made, whose times differ',
    () => found(SMALL),
    { recipe: '{"kind":"clip","start":1,"end":2}' },
  ],
])('offers nothing if %s', async (_case, prepare, query) => {
  prepare();
  await opened(query);
  expect(screen.queryByRole('button', { name: /^Play/ })).not.toBeInTheDocument();
});
