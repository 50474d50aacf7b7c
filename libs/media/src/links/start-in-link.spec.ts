import { clockTime } from '../text/clock-time.js';
import { parseClockTime } from '../text/parse-clock-time.js';
import { startInLink } from './start-in-link.js';

it.each<[string, number | null]>([
  ['https://www.youtube.com/watch?v=a&t=1m5s', 65],
  ['https://youtu.be/a?t=65', 65],
  ['https://www.youtube.com/watch?t=65s&v=a', 65],
  ['https://www.youtube.com/embed/a?start=65&end=70', 65],
  ['https://www.youtube.com/watch?v=a#t=1h1m5s', 3665],
  ['https://vimeo.com/1#t=1m2s', 62],
  ['https://vimeo.com/1?t=62', null],
  ['https://www.twitch.tv/videos/1?t=01h02m03s', 3723],
  ['https://www.bilibili.com/video/BV1?p=2&t=65.4', 65.4],
  ['https://podcasts.apple.com/us/podcast/a/id1?i=2&t=90', 90],
  ['https://soundcloud.com/a/b#t=1%3A05', 65],
  ['https://www.dailymotion.com/video/x?start=12', 12],
  ['https://cdn.example/a.mp4#t=npt:0:10,0:20', 10],
  // On these sites, `t` is a token and not a time.
  ['https://x.com/a/status/1?t=65&s=20', null],
  ['https://www.tiktok.com/@a/video/1?_t=8&t=17', null],
  ['https://youtu.be/a?t=0', null],
  ['https://youtu.be/a?t=-5', null],
  ['https://youtu.be/a?t=soon', null],
  ['https://youtu.be/a?t=999999999999', null],
  ['https://youtu.be/a', null],
  ['youtube', null],
])('startInLink(%j) is %s', (link, start) => {
  expect(startInLink(link)).toBe(start);
});

it.each<[string, number | null]>([
  ['1:02:03.5', 3723.5],
  ['2:03', 123],
  [' 0:00 ', 0],
  ['90:00', 5400],
  ['123', 123],
  ['12,5', 12.5],
  ['1：05', 65],
  ['1h 2m 3s', 3723],
  ['2m', 120],
  ['1:', null],
  ['1:2:3:4', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
  ['NaN', null],
  ['9'.repeat(400), null],
])('parseClockTime(%j) is %s', (text, seconds) => {
  expect(parseClockTime(text)).toBe(seconds);
});

it.each([
  [0, '0:00'],
  [62.5, '1:02.5'],
  [62.04, '1:02.04'],
  [3600, '1:00:00'],
  [59.9996, '1:00'],
])('clockTime(%d) is %s', (seconds, text) => {
  expect(clockTime(seconds)).toBe(text);
  expect(parseClockTime(text)).toBeCloseTo(seconds, 2);
});
