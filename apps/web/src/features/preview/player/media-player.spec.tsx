import { FakeApi } from '@dipper/client/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { leaveFacts } from '../../../entities/media/handover/page-facts.js';
import { renderAt } from '../../../testing/render-at.js';
import { ShownQueryProvider } from '../address/shown-media.js';
import { keepPlace } from './listened.js';
import { MediaPlayer, type MediaPlayerProps } from './media-player.js';

/** Simulates a stream that fails before its element starts to load. */
jest.mock('./hls.js', () => ({
  playHls: (media: HTMLMediaElement, _src: string, onFatal: (cause: string) => void) => {
    onFatal('network');
    media.dispatchEvent(new Event('loadstart'));
    return () => undefined;
  },
}));

const LINK = 'https://podcasts.apple.com/us/podcast/id1?i=2';
const FILE = '/api/download/file/task';
const WAVEFORM = 'GET /api/download/waveform/task';
const HOUR = 3600;

let api: FakeApi;

beforeEach(() => {
  window.localStorage.clear();
  api = new FakeApi().on(WAVEFORM, () => new Promise(() => undefined)).install();
});

interface Shown extends Partial<MediaPlayerProps> {
  readonly isAudio?: boolean;
}

/** Renders a player whose media has this duration. */
function show({ isAudio = true, ...props }: Shown = {}, duration = HOUR): HTMLMediaElement {
  renderAt(
    '/preview',
    <ShownQueryProvider value={{ title: 'Walk', source_url: LINK, is_audio: String(isAudio) }}>
      <MediaPlayer
        src={FILE}
        hls={false}
        fallback="download"
        chaptersIn={document.body.appendChild(document.createElement('div'))}
        {...props}
      />
    </ShownQueryProvider>,
  );
  const element = screen.getByLabelText<HTMLMediaElement>(/^(Audio|Video): Walk$/);
  let time = 0;
  Object.defineProperties(element, {
    duration: { get: () => duration },
    currentTime: {
      get: () => time,
      set: (to: number) => {
        time = to;
        fireEvent.timeUpdate(element);
      },
    },
  });
  return element;
}

it('reports a failed stream even when its element begins to load afterwards', async () => {
  show({ hls: true, src: 'https://cdn.example/a.m3u8' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Content Not Available');
});

describe('an audio page', () => {
  it('requests the waveform only once the audio has loaded', async () => {
    const audio = show();
    expect(api.count(WAVEFORM)).toBe(0);
    fireEvent.loadedMetadata(audio);
    await waitFor(() => expect(api.count(WAVEFORM)).toBe(1));
  });

  it('requests no waveform for relayed media', () => {
    fireEvent.loadedMetadata(show({ src: '/api/proxied_download?url=x' }));
    expect(api.calls).toHaveLength(0);
  });

  it('seeks with keys and buttons', () => {
    const audio = show();
    fireEvent.loadedMetadata(audio);
    const slider = screen.getByRole('slider', { name: 'Position' });
    fireEvent.keyDown(slider, { key: 'PageUp' });
    expect(audio.currentTime).toBe(60);
    expect(slider).toHaveAttribute('aria-valuetext', '1:00 of 1:00:00');
    expect(screen.getByText('−59:00')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Back 15 seconds' }));
    fireEvent.click(screen.getByRole('button', { name: 'Forward 30 seconds' }));
    expect(audio.currentTime).toBe(75);
    fireEvent.keyDown(document.body, { key: 'l' });
    expect(audio.currentTime).toBe(85);
    fireEvent.keyDown(slider, { key: 'End' });
    expect(audio.currentTime).toBe(HOUR);
  });

  it('ignores single keys if they are switched off', () => {
    window.localStorage.setItem('single-keys', 'off');
    const audio = show();
    fireEvent.keyDown(document.body, { key: 'l' });
    expect(audio.currentTime).toBe(0);
  });

  it.each([
    ['an endless stream is live', true],
    ['a file without a known length is not live', false],
  ])('recognizes that %s', (_, hls) => {
    fireEvent.loadedMetadata(show({ hls }, Infinity));
    expect(screen.queryAllByText('Live')).toHaveLength(hls ? 1 : 0);
    expect(screen.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-disabled');
  });

  it('restores and stores volume and speed', () => {
    window.localStorage.setItem('player', JSON.stringify({ volume: 0.5, speed: 1.5 }));
    const audio = show();
    expect([audio.volume, audio.playbackRate]).toEqual([0.5, 1.5]);
    fireEvent.change(screen.getByRole('combobox', { name: 'Speed' }), { target: { value: '2' } });
    fireEvent(audio, new Event('ratechange'));
    expect(audio.playbackRate).toBe(2);
    expect(window.localStorage.getItem('player')).toContain('"speed":2');
  });

  it('resumes where the visitor stopped, and can start over', () => {
    keepPlace(LINK, { time: 600, duration: HOUR });
    const audio = show();
    fireEvent.loadedMetadata(audio);
    expect(audio.currentTime).toBe(600);
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect(audio.currentTime).toBe(0);
    expect(screen.queryByRole('button', { name: 'Start over' })).not.toBeInTheDocument();
  });

  it('lists chapters, marks the current one, and seeks to each', () => {
    const chapters = [
      { title: 'Intro', start: 0 },
      { title: 'River', start: 100 },
      { title: 'Beyond the end', start: HOUR },
    ];
    leaveFacts(LINK, { by: 'River Notes', chapters });
    const audio = show();
    fireEvent.loadedMetadata(audio);
    expect(screen.getByText('River Notes')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: /River$/ }));
    expect(audio.currentTime).toBe(100);
    expect(screen.getByRole('button', { name: /River$/ })).toHaveAttribute('aria-current', 'true');
    expect(screen.queryByRole('button', { name: /Beyond/ })).not.toBeInTheDocument();
  });
});

describe('a video page', () => {
  it("uses the browser's player and requests no waveform", () => {
    const video = show({ isAudio: false });
    fireEvent.loadedMetadata(video);
    expect(video).toHaveAttribute('controls');
    expect(api.calls).toHaveLength(0);
  });

  it('offers to download media that cannot be played', () => {
    const video = show({ isAudio: false });
    fireEvent.error(video);
    expect(screen.getByRole('alert')).toHaveTextContent(
      /Video Preview Unavailable.*You can still download it/,
    );
  });

  it.each([
    ['blames the connection if the server does not respond', 0, /The video couldn't be loaded/],
    ['blames the browser if the file is there', 200, /this browser can't play it/],
  ])('%s', async (_, status, sentence) => {
    const video = show({ isAudio: false, onProblem: () => Promise.resolve(status) });
    fireEvent.error(video);
    await act(() => Promise.resolve());
    expect(screen.getByRole('alert')).toHaveTextContent(sentence);
  });
});
