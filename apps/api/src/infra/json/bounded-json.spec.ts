import { isWithinBounds } from './bounded-json.js';

describe('isWithinBounds', () => {
  it.each([
    ['1', 0],
    ['{}', 1],
    ['[{"a":[]},[]]', 3],
    ['"[[["', 0],
    ['"\\"[[["', 0],
    ['"\\\\"[[', 2],
    ['{"ü[":"\u{1f600}["}', 1],
  ])('measures that %s is nested %i deep', (json, depth) => {
    expect(isWithinBounds(json, depth)).toBe(true);
    expect(isWithinBounds(json, depth - 1)).toBe(false);
  });
});
