import type { StartedDownload } from '../../../entities/task/started-downloads.js';
import { historyRecord, qualityText } from './history-record.js';

const started = (overrides: Partial<StartedDownload> = {}): StartedDownload => ({
  sourceUrl: 'https://www.youtube.com/watch?v=dipper00001',
  ...{ title: 'A dipper', isAudio: false, filename: 'a_720p.mp4', resolution: '720p' },
  ...{ bitrate: 900, sizeBytes: 5, thumbnailUrl: 'https://i.example/1.jpg', duration: null },
  taskId: 'task1',
  ...overrides,
});

it.each<[quality: string | null, download: Partial<StartedDownload>]>([
  ['720p MP4', {}],
  ['720p MP4', { resolution: '1280x720' }],
  ['720p MP4', { resolution: '720x1280' }],
  ['HD MP4', { resolution: 'HD' }],
  ['MP4', { resolution: null }],
  [null, { resolution: null, filename: null }],
  ['MP3 192 kbps', { isAudio: true, filename: 'a_192kbps.mp3', bitrate: 128 }],
  ['M4A 128 kbps', { isAudio: true, filename: 'a.m4a', bitrate: 128 }],
  ['FLAC', { isAudio: true, filename: 'a.flac', bitrate: null }],
  [null, { isAudio: true, filename: null, bitrate: null }],
  ['SRT', { filename: 'a_en.srt' }],
  ['ZIP', { filename: 'list.zip', resolution: null }],
])('returns %s as the quality of %j', (quality, download) => {
  expect(qualityText(started(download))).toBe(quality);
});

it.each<[what: string, download: Partial<StartedDownload>, kept: object | null]>([
  [
    'the facts of a task',
    {},
    { platform: 'youtube', format: 'video', file_size: 5, task_id: 'task1' },
  ],
  ['no platform for an unknown site', { sourceUrl: 'https://a.example/v' }, { platform: null }],
  ['nothing if the address is a script', { sourceUrl: 'javascript:alert(1)' }, null],
  ['nothing without a page', { sourceUrl: null }, null],
  ['a title without control characters', { title: ' a\u0000\nb ' }, { title: 'a b' }],
  [
    'a title truncated to 1,000 characters',
    { title: 'x'.repeat(5000) },
    { title: 'x'.repeat(1000) },
  ],
  [
    'no picture from a data: URL',
    { thumbnailUrl: 'data:image/png;base64,AAAA' },
    { thumbnail_url: null },
  ],
  ['nothing for an invalid size', { sizeBytes: -1 }, null],
  ['nothing for an invalid id', { taskId: '../x' }, null],
])('records %s', (_what, download, kept) => {
  const record = historyRecord(started(download));
  if (kept === null) {
    expect(record).toBeNull();
  } else {
    expect(record).toMatchObject(kept);
  }
});
