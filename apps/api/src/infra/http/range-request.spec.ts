import { rangeRequest, rangeText } from './range-request.js';

describe('rangeRequest', () => {
  it.each([
    ['bytes=0-99', 'bytes=0-99'],
    ['bytes=100-', 'bytes=100-'],
    ['bytes=-500', 'bytes=-500'],
    [' bytes = 5-5 ', 'bytes=5-5'],
    ['bytes=-0', 'bytes=-0'],
    ['bytes=-', null],
    ['bytes=9-5', null],
    ['bytes=0-1,5-6', null],
    ['bytes=a-b', null],
    ['items=0-1', null],
    ['bytes=0-1\r\nx: y', null],
    [`bytes=${'9'.repeat(16)}-`, null],
    ['', null],
    [undefined, null],
  ])('parses %j as %j', (range, expected) => {
    const asked = rangeRequest(range === undefined ? {} : { range });
    expect(asked === null ? null : rangeText(asked)).toBe(expected);
  });

  it.each([
    ['"abc"', '"abc"'],
    ['Tue, 15 Nov 1994 12:45:26 GMT', 'Tue, 15 Nov 1994 12:45:26 GMT'],
    ['W/"abc"', null],
    ['abc', null],
    ['"a"b"', null],
    ['"\u00e9"', null],
  ])('parses the If-Range %j as the condition %j', (condition, expected) => {
    expect(rangeRequest({ range: 'bytes=1-', 'if-range': condition })?.ifRange ?? null).toBe(
      expected,
    );
  });
});
