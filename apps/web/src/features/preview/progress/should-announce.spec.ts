import { shouldAnnounce } from './should-announce.js';

describe('shouldAnnounce', () => {
  const last = { progress: 20, atMs: 1000 };
  it.each([
    [null, 0, 0, true],
    [last, 30, 6000, true],
    [last, 29.9, 60_000, false],
    [last, 90, 5999, false],
    [last, 20, 60_000, false],
  ])('after %j at %d %% and %d ms is %s', (before, progress, nowMs, expected) => {
    expect(shouldAnnounce(before, progress, nowMs)).toBe(expected);
  });
});
