import { Stall, STALLED_MS } from './watch-file.js';

describe('Stall', () => {
  const file = { size: 1000, mtimeMs: 5, isWaiting: false };

  it.each([
    ['does not change', file, true],
    ['grows', { ...file, size: 1001 }, false],
    ['is rewritten in place', { ...file, mtimeMs: 6 }, false],
    ['waits for its sources', { ...file, isWaiting: true }, false],
  ])('judges a file that %s', (_, later, isStuck) => {
    const stall = new Stall(0);
    expect(stall.sees(file, 10)).toBe(false);
    expect(stall.sees(file, STALLED_MS + 10)).toBe(false);
    expect(stall.sees(later, STALLED_MS + 11)).toBe(isStuck);
  });

  it('gives a file that stood still the whole time again after a change', () => {
    const stall = new Stall(0);
    stall.sees(file, 0);
    expect(stall.sees({ ...file, isWaiting: true }, 5 * STALLED_MS)).toBe(false);
    expect(stall.sees(file, 6 * STALLED_MS)).toBe(false);
    expect(stall.sees(file, 6 * STALLED_MS + 1)).toBe(true);
  });

  it('judges a file that never appears', () => {
    const missing = { size: 0, mtimeMs: 0, isWaiting: false };
    const stall = new Stall(0);
    expect(stall.sees(missing, 1000)).toBe(false);
    expect(stall.sees(missing, STALLED_MS + 1001)).toBe(true);
  });
});
