import { isSlow } from './slowness.js';

const KIB = 1024;

describe('isSlow', () => {
  it.each<
    [
      what: string,
      fetchingMs: number,
      speed: number | null,
      fetchSeconds: number | null,
      slow: boolean,
    ]
  >([
    ['crawls, but only briefly', 999, 2 * KIB, 6200, false],
    ['crawls', 1000, 2 * KIB, 6200, true],
    ['sends nothing', 1000, 0, null, true],
    ['is above the crawling limit', 1000, 32 * KIB, 6200, false],
    ['is slow, but only briefly', 4999, 200 * KIB, 6200, false],
    ['is slow', 5000, 256 * KIB - 1, null, true],
    ['is barely fast enough', 5000, 256 * KIB, null, false],
    ['is slow, but nearly done', 5000, 200 * KIB, 10, false],
    ['is slow, and not nearly done', 5000, 200 * KIB, 11, true],
    ['is fast, but far from its end', 5000, 50e6, 61, true],
    ['is fast', 60_000, 50e6, 60, false],
    ['crawls, but is nearly done', 60_000, 2 * KIB, 3, false],
    ['has no rate yet', 60_000, null, null, false],
    ['was slow and is now fast', 60_000, 5e6, 20, false],
  ])(
    'a fetch that %s (%i ms, %p B/s, %p s left) is slow: %p',
    (_, fetchingMs, speed, fetchSeconds, slow) => {
      expect(isSlow({ fetchingMs, speed, fetchSeconds })).toBe(slow);
    },
  );
});
