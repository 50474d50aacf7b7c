import { DomainError } from '../../infra/errors/domain-error.js';
import { clipRangeOf, clipRangeText, limitToItem } from './clip-range.js';

describe('a clip range', () => {
  it.each([
    [65, 95.5, '1m05s-1m35.5s'],
    [0, 0.1, '0s-0.1s'],
    [3599.999, 3600, '59m59.999s-1h00m00s'],
    [9.5, 36_061.25, '9.5s-10h01m01.25s'],
  ])('of %d s to %d s is written as %s', (start, end, text) => {
    expect(clipRangeText(clipRangeOf({ start, end }))).toBe(text);
  });

  it.each([
    ['rounds to milliseconds', 1.0004, 2.0006, { startMs: 1000, endMs: 2001 }],
    ['lasts at least one millisecond', 5, 5.0000001, { startMs: 5000, endMs: 5001 }],
    ['accepts the smallest number', Number.MIN_VALUE, 1, { startMs: 0, endMs: 1000 }],
  ])('%s', (_, start, end, stretch) => {
    expect(clipRangeOf({ start, end })).toEqual(stretch);
  });

  it.each([
    ['inside the item', 1000, 9000, { startMs: 1000, endMs: 9000 }],
    ['that ends with the item', 1000, 10_000, { startMs: 1000, endMs: 10_000 }],
    ['that ends slightly after the item', 1000, 11_000, { startMs: 1000, endMs: 10_000 }],
    ['that ends long after the item', 9999, 90_000, { startMs: 9999, endMs: 10_000 }],
  ])('is limited to the item for a request %s', (_, startMs, endMs, bounded) => {
    expect(limitToItem({ startMs, endMs }, 10)).toEqual(bounded);
  });

  it.each([
    ['starts where the item ends', 10_060, 10.06, 10],
    ['lies entirely after the item', 20_000, 10.199, 10.1],
  ])(
    'is refused if it %s, and the error contains the longest possible duration',
    (_, startMs, item, seconds) => {
      const limit = (): unknown => limitToItem({ startMs, endMs: startMs + 500 }, item);
      expect(limit).toThrow(new DomainError('CLIP_OUTSIDE', { values: { seconds } }));
    },
  );
});
