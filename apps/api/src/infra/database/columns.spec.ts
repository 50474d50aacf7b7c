import { asNumber } from './columns.js';

it.each([
  ['0', 0],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  [null, null],
])('reads the bigint %s as %s', (stored, expected) => {
  expect(asNumber.from(stored)).toBe(expected);
});

it('writes numbers unchanged', () => {
  expect([asNumber.to(5), asNumber.to(null)]).toEqual([5, null]);
});
