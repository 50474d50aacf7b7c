import { FakeApi } from '@dipper/client/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { leaveFacts } from '../../../entities/media/handover/page-facts.js';
import { renderAt } from '../../../testing/render-at.js';
import { ShownQueryProvider } from '../address/shown-media.js';
import { keepPlace, placeOf } from './listened.js';
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
    duration: { get: () => duration, configurable: true },
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

  it('keeps the stored position while the audio is loaded again', () => {
    keepPlace(LINK, { time: 600, duration: HOUR });
    const audio = show();
    fireEvent.loadedMetadata(audio);
    Object.defineProperty(audio, 'duration', { value: NaN });
    fireEvent(window, new Event('pagehide'));
    expect(placeOf(LINK, HOUR)).toBe(600);
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

  describe('whose connection is lost', () => {
    let online: jest.SpyInstance;
    let loaded: jest.SpyInstance;
    let played: jest.SpyInstance;
    beforeEach(() => {
      jest.useFakeTimers();
      online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
      loaded = jest.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
      played = jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (
        this: HTMLMediaElement,
      ) {
        fact(this, { paused: false });
        return Promise.resolve();
      });
    });
    afterEach(() => {
      jest.restoreAllMocks();
      jest.useRealTimers();
    });

    const fact = (video: HTMLMediaElement, facts: Readonly<Record<string, unknown>>) => {
      for (const [name, value] of Object.entries(facts)) {
        Object.defineProperty(video, name, { value, configurable: true });
      }
    };
    /** Loses the connection at the 50th second. */
    function lose(facts: Readonly<Record<string, unknown>> = {}): HTMLMediaElement {
      const video = show({ isAudio: false });
      fireEvent.loadedMetadata(video);
      video.currentTime = 50;
      fact(video, { error: { code: 2 }, played: { length: 1 }, paused: false, ...facts });
      fireEvent.error(video);
      return video;
    }
    /** Simulates `load`, which goes back to the start, pauses, and resets the speed. */
    const reloads = (video: HTMLMediaElement) =>
      loaded.mockImplementation(() => {
        video.currentTime = 0;
        video.playbackRate = video.defaultPlaybackRate;
        fact(video, { paused: true, played: { length: 0 } });
      });
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

    it('plays on from the same second', async () => {
      const video = lose();
      video.playbackRate = 1.5;
      reloads(video);
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      await pass(1000);
      expect(loaded).toHaveBeenCalledTimes(1);
      expect(video.currentTime).toBe(50);
      expect(video.playbackRate).toBe(1.5);
      expect(played.mock.contexts).toEqual([video]);
    });

    it('stays paused if the visitor had paused it', async () => {
      reloads(lose({ paused: true }));
      await pass(1000);
      expect(loaded).toHaveBeenCalledTimes(1);
      expect(played).not.toHaveBeenCalled();
    });

    it('waits until the browser is online', async () => {
      online.mockReturnValue(false);
      reloads(lose());
      await pass(60_000);
      expect(loaded).not.toHaveBeenCalled();
      fireEvent.online(window);
      expect(loaded).toHaveBeenCalledTimes(1);
    });

    it('blames the connection after three attempts', async () => {
      const video = lose();
      reloads(video);
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        expect(screen.queryByRole('alert')).not.toBeInTheDocument();
        await pass(10_000);
        expect(loaded).toHaveBeenCalledTimes(attempt);
        expect(video.currentTime).toBe(50);
        expect(played).toHaveBeenCalledTimes(attempt);
        // A file that can't be reached at all counts as unsupported.
        fact(video, { error: { code: 4 } });
        fireEvent.error(video);
      }
      expect(screen.getByRole('alert')).toHaveTextContent(/The video couldn't be loaded/);
      await pass(60_000);
      expect(loaded).toHaveBeenCalledTimes(3);
    });

    it('counts the attempts anew once playback has continued', async () => {
      const video = lose({ readyState: 4 });
      reloads(video);
      for (let loss = 1; loss <= 5; loss += 1) {
        await pass(1000);
        expect(loaded).toHaveBeenCalledTimes(loss);
        video.currentTime += 60;
        fact(video, { played: { length: 1 } });
        fireEvent.error(video);
      }
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    });

    it('blames the connection at once if nothing was played', () => {
      lose({ played: { length: 0 } });
      expect(screen.getByRole('alert')).toHaveTextContent(/The video couldn't be loaded/);
    });
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
