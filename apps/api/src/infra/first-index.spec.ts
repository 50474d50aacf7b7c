import { firstIndex } from './first-index.js';

it.each([
  [[], 5, 0],
  [[1, 3, 5, 5, 9], 0, 0],
  [[1, 3, 5, 5, 9], 5, 2],
  [[1, 3, 5, 5, 9], 6, 4],
  [[1, 3, 5, 5, 9], 10, 5],
])('finds the first of %j that is at least %d at %d', (items: number[], least, index) => {
  expect(firstIndex(items, (item) => item >= least)).toBe(index);
});
