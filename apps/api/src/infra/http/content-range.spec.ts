import { header, parseContentRange, unsatisfiedTotal } from './content-range.js';

describe('parseContentRange', () => {
  it.each([
    ['bytes 0-99/100', { start: 0, end: 99, total: 100 }],
    ['bytes 5-5/*', { start: 5, end: 5, total: null }],
    ['bytes 0-100/100', null],
    ['bytes 9-5/100', null],
    ['bytes */100', null],
    ['bytes 0-/100', null],
    ['items 0-99/100', null],
    ['bytes 0-99/100, bytes 0-99/100', null],
    [`bytes 0-${'9'.repeat(16)}/*`, null],
    ['', null],
    [undefined, null],
  ])('parses %j as %j', (value, expected) => {
    expect(parseContentRange(value)).toEqual(expected);
  });
});

describe('unsatisfiedTotal', () => {
  it.each([
    ['bytes */100', 100],
    ['bytes */*', null],
    ['bytes 0-1/100', null],
    [undefined, null],
  ])('parses %j as %j', (value, expected) => {
    expect(unsatisfiedTotal(value)).toBe(expected);
  });
});

describe('header', () => {
  it.each([
    [{ etag: 'a' }, 'a'],
    [{ etag: ['a', 'b'] }, 'a'],
    [{}, undefined],
  ])('of %j has the value %j', (headers, expected) => {
    expect(header(headers, 'etag')).toBe(expected);
  });
});
