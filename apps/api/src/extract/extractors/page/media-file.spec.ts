import { type FileFacts, mediaFile } from './media-file.js';

const MP3 = 'https://media.example/a.mp3';
const read = (facts: FileFacts, durationSeconds: number | null = 3600) =>
  mediaFile(facts, { at: 0, durationSeconds });

describe('mediaFile', () => {
  it.each<[given: string, facts: FileFacts, ext: string, video: string, audio: string]>([
    ['audio', { url: MP3 }, 'mp3', 'no', 'yes'],
    ['audio without a scheme', { url: '//media.example/a.mp3' }, 'mp3', 'no', 'yes'],
    [
      'audio by its URL rather than its type',
      { url: 'https://m.example/a.m4a', mediaType: 'audio/mpeg' },
      'm4a',
      'no',
      'yes',
    ],
    [
      'audio by its type',
      { url: 'https://m.example/a?b=.mp4', mediaType: 'audio/x-m4a' },
      'm4a',
      'no',
      'yes',
    ],
    [
      'audio at the URL of a script',
      { url: 'https://m.example/play.php?id=1' },
      'mp3',
      'no',
      'yes',
    ],
    [
      'a video by its type',
      { url: 'https://m.example/a', mediaType: 'video/mp4' },
      'mp4',
      'yes',
      'unknown',
    ],
    [
      'a video according to the site',
      { url: 'https://m.example/a', video: true },
      'mp4',
      'yes',
      'unknown',
    ],
    [
      'a file that may be video or audio',
      { url: 'https://m.example/a.mp4' },
      'mp4',
      'unknown',
      'unknown',
    ],
    [
      'audio in MP4',
      { url: 'https://m.example/a.mp4', mediaType: 'audio/mp4' },
      'mp4',
      'no',
      'yes',
    ],
  ])('recognizes %s', (_given, facts, ext, video, audio) => {
    expect(read(facts)).toMatchObject({ ext, video, audio, vcodec: null, acodec: null });
  });

  it.each<FileFacts>([
    { url: 'javascript:alert(1)' },
    { url: 'file:///etc/passwd' },
    { url: 'data:audio/mpeg;base64,AA' },
    { url: '/a.mp3' },
    { url: '' },
    { url: null },
    { url: 'https://m.example/notes.pdf' },
    { url: 'https://m.example/live.m3u8' },
    { url: MP3, mediaType: 'text/html' },
    { url: MP3, mediaType: 'image/jpeg' },
    { url: 'https://m.example/a', mediaType: 'application/pdf' },
    { url: 'https://m.example/a', mediaType: 'application/x-mpegURL; charset=utf-8' },
  ])('finds no file in %j', (facts) => {
    expect(read(facts)).toBeNull();
  });

  it.each([
    [57_600_000, 3600, 57_600_000],
    [57_600_000, null, 57_600_000],
    [0, 3600, null],
    [312, 3600, null],
    [100_000, 3600, null],
    [1e12, 3600, null],
    [40e9, 60, null],
    [undefined, 3600, null],
  ])(
    'for a stated size of %s bytes and a duration of %s s, reports the size %s',
    (sizeBytes, seconds, expected) => {
      const file = read({ url: MP3, sizeBytes }, seconds);
      expect([file?.sizeBytes, file?.sizeIsEstimate]).toEqual([expected, expected !== null]);
    },
  );
});
