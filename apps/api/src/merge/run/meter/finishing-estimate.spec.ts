import { FinishingEstimate } from './finishing-estimate.js';

const MB = 1024 * 1024;
/** Finishing takes 10 s for this size: 7.5 s to join, 2.5 s to verify. */
const BYTES = 600 * MB;

it.each([
  ['estimates from the size at first', 0, 0, 10],
  ['counts down while nothing is known', 0.04, 5000, 5],
  ['follows the measured speed', 0.5, 10_000, 12.5],
  ['reserves time for the check', 1, 3000, 2.5],
  ['does not underestimate before it has measured', 0, 60_000, 2.5],
])('%s', (_, written, afterMs, left) => {
  const finishing = new FinishingEstimate();
  finishing.whileMerging(BYTES, 0, 1000);
  expect(finishing.whileMerging(BYTES, written, 1000 + afterMs)).toBeCloseTo(left);
});

it('measures the speed only from the time when everything has arrived', () => {
  const finishing = new FinishingEstimate();
  finishing.whileMerging(BYTES, 0.5, 0);
  expect(finishing.whileMerging(BYTES, 0.75, 10_000)).toBeCloseTo(12.5);
});

it('counts the time for verifying down to zero', () => {
  const finishing = new FinishingEstimate();
  const left = [0, 1000, 9000].map((at) => finishing.whileChecking(BYTES, at));
  expect(left).toEqual([2.5, 1.5, 0]);
});

it.each([
  [179 * MB, false],
  [180 * MB, true],
])('shows the time for %d bytes only if it is worth showing: %s', (bytes, worth) => {
  expect(new FinishingEstimate().isWorthTelling(bytes)).toBe(worth);
});
