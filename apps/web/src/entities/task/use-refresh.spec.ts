import { refreshInMs } from './use-refresh.js';

it.each<[left: readonly number[], ms: number]>([
  [[], Infinity],
  [[3600, 1000], 60_000],
  [[3600, 600], 30_000],
  [[200], 1000],
])('with %j seconds left, needs a refresh after %d ms', (left, ms) => {
  expect(refreshInMs(left)).toBe(ms);
});
