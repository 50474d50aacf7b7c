import { PART_BYTES, partsOf } from './ranges.js';

describe('partsOf', () => {
  it.each([
    [
      0,
      10,
      4,
      [
        [0, 4],
        [4, 8],
        [8, 10],
      ],
    ],
    [
      4,
      10,
      4,
      [
        [4, 8],
        [8, 10],
      ],
    ],
    [0, 4, 4, [[0, 4]]],
    [
      0,
      5,
      4,
      [
        [0, 4],
        [4, 5],
      ],
    ],
    [10, 10, 4, []],
    [0, 0, 4, []],
    [12, 10, 4, []],
  ])('from %d to %d in parts of %d', (from, total, partBytes, expected) => {
    expect(partsOf(from, total, partBytes).map(({ next, end }) => [next, end])).toEqual(expected);
  });

  it('covers a large file without gap or overlap', () => {
    const total = 4 * 1024 ** 3 + 1;
    const parts = partsOf(0, total);
    expect(parts).toHaveLength(Math.ceil(total / PART_BYTES));
    expect(
      parts.every((part, at) => part.next === (parts[at - 1]?.end ?? 0) && part.end > part.next),
    ).toBe(true);
    expect(parts.at(-1)?.end).toBe(total);
  });
});
