import { pauseSeconds } from './delivery-pauses.js';

it('retries soon at first and then less and less often, for a day', () => {
  const pauses: number[] = [];
  let age = 0;
  for (let pause = pauseSeconds(1, 0); pause !== null && pauses.length < 100;) {
    pauses.push(pause);
    age += pause;
    pause = pauseSeconds(pauses.length + 1, age);
  }
  expect(pauses.slice(0, 4)).toEqual([15, 30, 60, 120]);
  expect(Math.max(...pauses)).toBe(3600);
  expect(pauses).toEqual([...pauses].sort((one, other) => one - other));
  expect(age).toBeGreaterThan(22 * 3600);
  expect(age).toBeLessThanOrEqual(24 * 3600);
  expect(pauseSeconds(5000, 0)).toBe(3600);
});
