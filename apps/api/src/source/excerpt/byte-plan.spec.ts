import { bytesIn, partsOf } from './byte-plan.js';

const KIB = 1024;
const MIB = KIB * KIB;

describe('ranges of a file', () => {
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
});
