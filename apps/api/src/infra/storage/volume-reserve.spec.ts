import { volumeReserve } from './volume-reserve.js';

const [MIB, GIB] = [1024 ** 2, 1024 ** 3];

describe('volumeReserve', () => {
  it.each([
    [0, 0],
    [100 * MIB, 20 * MIB],
    [2.5 * GIB, 512 * MIB],
    [50 * GIB, 512 * MIB],
    [100 * GIB, GIB],
    [10_000 * GIB, 100 * GIB],
  ])('of a volume of %d bytes is %d', (size, expected) => {
    expect(volumeReserve(size)).toBe(expected);
  });
});
