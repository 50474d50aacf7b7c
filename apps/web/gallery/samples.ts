import { type FakeApi, FakeStream } from '@dipper/client/testing';
import type { Format, SearchEvent, VideoInfo } from '@dipper/contract';
import type { KeptTask } from '../src/entities/task/kept/kept-tasks.js';
import { format, videoInfo } from '../src/testing/fixtures.js';

/** Sample data for the states: titles of usual and extreme length, and formats of every kind. */

export const SEARCH = 'POST /api/download-video';
export const LINK = 'https://vimeo.com/76979871';
export const TITLE = 'How a small river finds its way to the sea, told from spring to delta';
export const BY = 'River Station';

/** A task in this browser's list of downloads. */
export function keptTask(id: string, title: string): Omit<KeptTask, 'at'> {
  return {
    ...{ task_id: id, path: `/preview?task_id=${id}`, title, resolution: '1280x720' },
    ...{ ext: 'mp4', is_audio: false, state: 'running', progress: 46 },
  };
}

const other = (changes: Partial<Format>): Format =>
  format({
    ...{ recommended: false, url: `https://cdn.example/${changes.format_id}` },
    ...{ offer_id: `offer ${changes.format_id}`, ...changes },
  });

const FORMATS: readonly Format[] = [
  format({
    format_id: 'v1080',
    quality: '1080p',
    resolution: '1920x1080',
    reason: 'usual_quality',
  }),
  other({
    format_id: 'v2160',
    quality: '2160p',
    resolution: '3840x2160',
    hdr: true,
    fps: 60,
    ext: 'webm',
    vcodec: 'vp9.2',
    acodec: 'opus',
    filesize: 1.29e9,
    filesize_approx: true,
  }),
  other({ format_id: 'v720', filesize: 31e6 }),
  other({ format_id: 'v480', quality: '480p', resolution: '854x480', filesize: 18e6 }),
  other({
    format_id: 'v360',
    quality: '360p',
    resolution: '640x360',
    has_audio: false,
    filesize: null,
  }),
  other({ format_id: 'es', quality: '720p', language: 'es', voice: 'machine', filesize: 31e6 }),
  other({
    format_id: 'a128',
    is_audio_only: true,
    ext: 'm4a',
    quality: null,
    resolution: null,
    vcodec: null,
    bitrate: 128,
    abr: 128,
    filesize: 12e6,
  }),
];

/** A video with everything that a result can have. */
export function fullVideo(overrides: Partial<VideoInfo> = {}): VideoInfo {
  return videoInfo({
    ...{ title: TITLE, uploader: BY, webpage_url: LINK, formats: [...FORMATS] },
    description:
      `${TITLE}. Filmed over a year from the bank, from a boat and from the air. `.repeat(4),
    chapters: [
      { title: 'The spring', start: 0 },
      { title: 'Rapids', start: 95 },
      { title: 'The delta', start: 410 },
    ],
    subtitles: [
      { language: 'en', name: null, machine: false },
      { language: 'pt-BR', name: null, machine: true },
      { language: 'ja', name: null, machine: true },
    ],
    ...{ picture_url: 'https://i.example/1-large.jpg', picture_grant: 'granted' },
    ...overrides,
  });
}

/** Replies to a search with a stream that sends these lines and stays open. */
export function streams(api: FakeApi, ...events: readonly SearchEvent[]): void {
  api.on(SEARCH, () => {
    const stream = new FakeStream();
    events.forEach((event) => stream.push(event));
    return { stream };
  });
}

/** Makes searches fail, for pages that must not send any. */
export function asksNothing(api: FakeApi): void {
  api.on(SEARCH, { status: 500 });
}

const { setTimeout: usualTimeout } = globalThis;

/**
 * Lets timers of one to five seconds, like those between polls, fire immediately. `usualTimers`
 * undoes this.
 */
export function hurry(): void {
  const hurried = (act: () => void, ms = 0) => usualTimeout(act, ms >= 1000 && ms <= 5000 ? 1 : ms);
  globalThis.setTimeout = hurried as typeof setTimeout;
}

export function usualTimers(): void {
  globalThis.setTimeout = usualTimeout;
}

/** Takes the browser offline. */
export function offline(): void {
  Object.defineProperty(window.navigator, 'onLine', { value: false, configurable: true });
}
