import { quickRange } from './quick-range.js';

it.each([
  ['starts where the player is', 12.7, 100, { start: 12, end: 42 }],
  ['starts at the beginning before playback', 0, 60, { start: 0, end: 30 }],
  ['is half of a short item', 0, 20.9, { start: 0, end: 10 }],
  ['ends within the item', 95, 100.5, { start: 70, end: 100 }],
  ['is a second of the shortest item', 1.9, 2, { start: 1, end: 2 }],
])('a quick clip %s', (_, time, duration, range) => {
  expect(quickRange(time, duration)).toEqual(range);
});

it.each([NaN, Infinity, 1.99, 0])('returns null for an item of %s s', (duration) => {
  expect(quickRange(0, duration)).toBeNull();
});
