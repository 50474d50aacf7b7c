import { countdown, countdownRefreshMs, countdownText } from './retention-countdown.js';

it.each([
  [7_260, '2h 1m'],
  [3_661, '1h 1m'],
  [3_600, '1h 0m'],
  [3_599, '59m'],
  [60, '1m'],
  [59, '59s'],
  [1, '1s'],
  [0.2, '1s'],
  [0, 'Expired'],
  [-1, 'Expired'],
  [Number.NaN, 'Expired'],
])('%d s left: %s', (secondsLeft, text) => {
  expect(countdownText(secondsLeft)).toBe(text);
});

it('gives its parts to other languages', () => {
  expect(countdown(3_661)).toEqual({ unit: 'hours', hours: 1, minutes: 1 });
  expect(countdown(0)).toEqual({ unit: 'expired' });
});

it.each([
  [901, 60_000],
  [900, 30_000],
  [301, 30_000],
  [300, 1_000],
  [0, 1_000],
])('%d s left: shown anew after %d ms', (secondsLeft, delayMs) => {
  expect(countdownRefreshMs(secondsLeft)).toBe(delayMs);
});
