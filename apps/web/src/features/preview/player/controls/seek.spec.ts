import { chapterAt, clampTime, keyedTime, playedShare } from './seek.js';
import { pointedShare } from '../../../../lib/browser/slider.js';

it.each([
  [-5, 100, 0],
  [50, 100, 50],
  [150, 100, 100],
  [150, NaN, 150],
  [150, Infinity, 150],
  [NaN, 100, 0],
])('clampTime(%d, %d) is %d', (to, duration, time) => {
  expect(clampTime(to, duration)).toBe(time);
});

it.each([
  [25, 100, 0.25],
  [200, 100, 1],
  [25, 0, 0],
  [25, NaN, 0],
  [25, Infinity, 0],
])('playedShare(%d, %d) is %d', (time, duration, share) => {
  expect(playedShare(time, duration)).toBe(share);
});

it.each([
  [150, 0.5],
  [90, 0],
  [999, 1],
])('pointedShare at x = %d is %d', (x, share) => {
  expect(pointedShare(x, { left: 100, width: 100 })).toBe(share);
  expect(pointedShare(x, { left: 100, width: 0 })).toBe(0);
});

it.each([
  ['ArrowLeft', 3, 0],
  ['ArrowRight', 50, 55],
  ['ArrowUp', 98, 100],
  ['PageUp', 10, 70],
  ['PageDown', 10, 0],
  ['Home', 50, 0],
  ['End', 50, 100],
  ['k', 50, null],
  ['toString', 50, null],
])('keyedTime: %s at %d s seeks to %p', (key, time, to) => {
  expect(keyedTime(key, time, 100)).toBe(to);
  expect(keyedTime(key, time, NaN)).toBeNull();
});

it.each([
  [0, -1],
  [4.8, 0],
  [19.7, 0],
  [19.8, 1],
  [1e6, 2],
])('chapterAt(%d) is %d', (time, index) => {
  expect(chapterAt([{ start: 5 }, { start: 20 }, { start: 60 }], time)).toBe(index);
});
