import { type Countdown, countdown, countdownRefreshMs } from './retention-countdown.js';

const hours = (hours: number, minutes: number): Countdown => ({ unit: 'hours', hours, minutes });
const minutes = (minutes: number): Countdown => ({ unit: 'minutes', minutes });
const seconds = (seconds: number): Countdown => ({ unit: 'seconds', seconds });
const expired: Countdown = { unit: 'expired' };

it.each<[number, Countdown]>([
  [7_260, hours(2, 1)],
  [3_661, hours(1, 1)],
  [3_600, hours(1, 0)],
  [3_599, minutes(59)],
  [60, minutes(1)],
  [59, seconds(59)],
  [1, seconds(1)],
  [0.2, seconds(1)],
  [0, expired],
  [-1, expired],
  [Number.NaN, expired],
])('countdown(%d) is %j', (secondsLeft, shown) => {
  expect(countdown(secondsLeft)).toEqual(shown);
});

it.each([
  [901, 60_000],
  [900, 30_000],
  [301, 30_000],
  [300, 1_000],
  [0, 1_000],
])('with %d s left, refreshes after %d ms', (secondsLeft, delayMs) => {
  expect(countdownRefreshMs(secondsLeft)).toBe(delayMs);
});
