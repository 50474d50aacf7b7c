import { nesting } from './json-body.js';

describe('nesting', () => {
  it.each([
    ['1', 0],
    ['{}', 1],
    ['[{"a":[]},[]]', 3],
    ['"[[["', 0],
    ['"\\"[[["', 0],
    ['"\\\\"[[', 2],
    ['{"ü[":"\u{1f600}["}', 1],
  ])('of %s has the depth %i', (json, expected) => {
    expect(nesting(Buffer.from(json))).toBe(expected);
  });
});
