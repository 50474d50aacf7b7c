import { nextPollDelay, POLL_FIRST_DELAY_MS } from './poll-delay.js';

it.each([
  [1_000, 0, false, 1_200],
  [1_900, 49.9, false, 2_000],
  [4_000, 49, false, 2_000],
  [2_000, 50, false, 2_400],
  [4_800, 99, false, 5_000],
  [5_000, 100, false, 5_000],
  [1_000, 0, true, 1_500],
  [1_900, 10, true, 2_850],
  [4_000, 90, true, 5_000],
])(
  'after a delay of %d ms at %d %% (failed: %s) the next is %d ms',
  (previousDelayMs, progress, failed, next) => {
    expect(nextPollDelay({ previousDelayMs, progress, failed })).toBeCloseTo(next);
  },
);

it('polls first after one second', () => {
  expect(POLL_FIRST_DELAY_MS).toBe(1_000);
});
