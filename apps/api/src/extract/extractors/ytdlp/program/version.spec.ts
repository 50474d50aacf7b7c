import { compareVersions, shortcomingsOf } from './version.js';

describe('compareVersions', () => {
  it.each([
    ['2026.8.19', '2026.07.04', 1],
    ['2026.07.04', '2026.7.4', 0],
    ['2025.04.30', '2026.07.04', -1],
    ['2026.07.04.232843', '2026.07.04', 1],
    ['nonsense', '2026.07.04', -1],
  ])('compares %s with %s as %d', (a, b, order) => {
    expect(compareVersions(a, b)).toBe(order);
  });
});

describe('shortcomingsOf', () => {
  it.each([
    ['2026.07.04', null],
    ['2026.8.19', null],
    ['2026.06.09', /^Instagram is mostly refused/],
    ['2025.04.30', /YouTube.*TikTok.*Apple/],
    ['2023.03.04', /YouTube works only partly/],
  ])('lists the shortcomings of %s', (version, expected) => {
    if (expected === null) {
      expect(shortcomingsOf(version)).toBeNull();
    } else {
      expect(shortcomingsOf(version)).toMatch(expected);
    }
  });
});
