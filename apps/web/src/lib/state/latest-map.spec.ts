import { LatestMap } from './latest-map.js';

it('forgets the entries that were set first', () => {
  const map = new LatestMap<string, number>(2).set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});
