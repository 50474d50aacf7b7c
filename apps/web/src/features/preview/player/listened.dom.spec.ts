import { keepPlace, placeOf } from './listened.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const DAY_MS = 24 * 3600 * 1000;
const HOUR = 3600;
const keep = (link: string, time: number, duration = HOUR, now = NOW) =>
  keepPlace(link, { time, duration }, now);

beforeEach(() => window.localStorage.clear());

it('restores the position of each link', () => {
  keep('https://a.example/1', 100.7);
  keep('https://a.example/2', 200);
  expect(placeOf('https://a.example/1', HOUR, NOW)).toBe(100);
  expect(placeOf('https://a.example/3', HOUR, NOW)).toBeNull();
});

it.each<[why: string, time: number, duration: number]>([
  ['is near the start', 30, HOUR],
  ['is near the end', HOUR - 30, HOUR],
  ['is in something short', 100, 599],
  ['has no end', 100, Infinity],
  ['is of unknown length', 100, NaN],
])('stores no position that %s, and removes the previous one', (_, time, duration) => {
  keep('https://a.example/1', 500);
  keep('https://a.example/1', time, duration);
  expect(placeOf('https://a.example/1', HOUR, NOW)).toBeNull();
});

it('keeps the last thirty positions for ninety days, even after a clock change', () => {
  Array.from({ length: 31 }, (_, n) => keep(`https://a.example/${n}`, 100));
  expect(placeOf('https://a.example/0', HOUR, NOW)).toBeNull();
  expect(placeOf('https://a.example/1', HOUR, NOW + 89 * DAY_MS)).toBe(100);
  expect(placeOf('https://a.example/1', HOUR, NOW + 90 * DAY_MS)).toBeNull();
  expect(placeOf('https://a.example/1', HOUR, NOW - 90 * DAY_MS)).toBeNull();
});

it('stores nothing for a position that is not worth keeping', () => {
  keep('https://a.example/1', 5);
  expect(window.localStorage).toHaveLength(0);
});

it.each([
  '{',
  '7',
  '{"link":"https://a.example/1"}',
  '[{"link":"https://a.example/1","time":"9","at":1}]',
])('ignores invalid stored data: %s', (text) => {
  window.localStorage.setItem('listened', text);
  expect(placeOf('https://a.example/1', HOUR, NOW)).toBeNull();
});
