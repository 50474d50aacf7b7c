import { bytesIn, mergedRanges, ExcerptUnavailable, partsOf, placeIn } from './byte-plan.js';

const KIB = 1024;
const MIB = KIB * KIB;

describe('ranges of a file', () => {
  it('are fetched together when little lies between them', () => {
    expect(
      mergedRanges([
        { start: 900 * KIB, end: 950 * KIB },
        { start: 0, end: 10 },
        { start: 5, end: 100 * KIB },
        { start: 200 * KIB, end: 300 * KIB },
      ]),
    ).toEqual([
      { start: 0, end: 300 * KIB },
      { start: 900 * KIB, end: 950 * KIB },
    ]);
  });

  it.each([
    ['a small range', 300 * KIB, 1],
    ['a range large enough for all connections', 12 * MIB, 4],
    ['a large range, at most 8 MiB each', 100 * MIB, 13],
  ])('are split for several connections: %s', (_, size, count) => {
    const parts = partsOf([{ start: 7, end: 7 + size }]);
    expect(parts).toHaveLength(count);
    expect(bytesIn(parts)).toBe(size);
    expect(parts.every((part, index) => part.start === (parts[index - 1]?.end ?? 7))).toBe(true);
  });

  it('have positions in the excerpt made from them', () => {
    const ranges = [
      { start: 100, end: 110 },
      { start: 200, end: 220 },
    ];
    expect([100, 109, 200, 219].map((at) => placeIn(ranges, at))).toEqual([0, 9, 10, 29]);
    expect(() => placeIn(ranges, 110)).toThrow(ExcerptUnavailable);
  });
});
