import { dayOfDigits, dayOfTime } from './published-on.js';

it.each([
  ['20261122', '2026-11-22'],
  ['20260230', null],
  ['2026', null],
  ['99991231', null],
  [null, null],
])('parses the date %j as %s', (text, day) => {
  expect(dayOfDigits(text)).toBe(day);
});

it.each([
  [Date.UTC(2026, 10, 22, 23), '2026-11-22'],
  [NaN, null],
  [1e18, null],
  [undefined, null],
])('converts the timestamp %d to %s', (ms, day) => {
  expect(dayOfTime(ms)).toBe(day);
});
