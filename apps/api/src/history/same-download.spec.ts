import { matchesPost, matchesTask, type RecordedDownload } from './same-download.js';

const PAGE = 'https://www.youtube.com/watch?v=jNQXAC9IVRw';
const kept = (changes: Partial<RecordedDownload>): RecordedDownload => ({
  ...{ url: PAGE, format: 'video', quality: '1080p MP4', taskId: 't', postedSecondsAgo: null },
  ...changes,
});

describe("a page's report without a task id", () => {
  it.each<[is: boolean, of: string, row: Partial<RecordedDownload>, said: object]>([
    [true, 'a task that no page has reported', {}, {}],
    [true, 'another form of the same link', {}, { url: 'https://youtu.be/jNQXAC9IVRw?si=1' }],
    [true, 'a quality worded differently', {}, { quality: '1080p' }],
    [true, 'no quality', {}, { quality: null }],
    [true, 'a bitrate worded differently', { quality: 'MP3 320 kbps' }, { quality: '320kbps MP3' }],
    [true, 'a recent report', { taskId: null, postedSecondsAgo: 59 }, {}],
    [true, 'a recently reported task', { postedSecondsAgo: 0 }, {}],
    [false, 'a task reported a minute ago', { postedSecondsAgo: 60 }, {}],
    [false, 'a report from a minute ago', { taskId: null, postedSecondsAgo: 60 }, {}],
    [false, 'another page', {}, { url: 'https://youtu.be/jNQXAC9IVRx' }],
    [false, 'another resolution', {}, { quality: '720p MP4' }],
    [false, 'another frame rate', {}, { quality: '1080p60 MP4' }],
    [false, 'audio', {}, { format: 'audio' }],
    [false, 'a clip of it', { quality: 'Clip 0:10-0:20, 1080p MP4' }, { quality: '1080p' }],
    [
      false,
      'another clip',
      { quality: 'Clip 0:10-0:20, 1080p MP4' },
      { quality: 'Clip 0:10-0:21' },
    ],
    [false, 'another bitrate', { quality: 'MP3 320 kbps' }, { quality: 'MP3 128 kbps' }],
    [false, 'another type', { quality: 'MP3 320 kbps' }, { quality: 'M4A 320 kbps' }],
    [false, 'a zip of it', { quality: '12 files as zip' }, { quality: '1080p' }],
  ])('is about the same download (%s): %s', (is, _, row, said) => {
    const telling = { url: PAGE, format: 'video', quality: '1080p MP4', ...said } as const;
    expect(matchesPost(kept(row), telling)).toBe(is);
  });
});

it.each<[is: boolean, of: string, row: Partial<RecordedDownload>]>([
  [true, 'a recent report', { taskId: null, postedSecondsAgo: 5 }],
  [false, 'a report from a minute ago', { taskId: null, postedSecondsAgo: 60 }],
  [false, 'another task of the same page', { postedSecondsAgo: 5 }],
  [false, 'another task that no page has reported', {}],
  [false, 'another quality', { taskId: null, postedSecondsAgo: 5, quality: '720p' }],
])('a task belongs to the same download (%s): %s', (is, _, row) => {
  expect(matchesTask(kept(row), { url: PAGE, format: 'video', quality: '1080p MP4' })).toBe(is);
});
