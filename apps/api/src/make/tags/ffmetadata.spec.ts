import { chapterComments, ffmetadata } from './ffmetadata.js';
import type { Tags } from './tags.js';

const tags = (...starts: readonly number[]): Tags => ({
  ...{ title: 'T', artist: null, album: null, track: null, season: null, date: null },
  ...{ address: 'https://site.example/1', pictures: [] },
  chapters: starts.map((startSeconds) => ({ title: `From ${startSeconds}`, startSeconds })),
});

it('drops chapters at impossible times when the duration is unknown', () => {
  const hostile = tags(0, 90.5, 86_400, 1e15, Infinity, NaN, -1);
  expect(chapterComments(hostile, null)).toEqual({
    CHAPTER001: '00:00:00.000',
    CHAPTER001NAME: 'From 0',
    CHAPTER002: '00:01:30.500',
    CHAPTER002NAME: 'From 90.5',
  });
  const starts = ffmetadata(hostile, { seconds: null }).match(/^START=.*$/gm);
  expect(starts).toEqual(['START=0', 'START=90500']);
});
