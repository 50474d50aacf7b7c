import { shownSeconds, timeLeft, type ShownTimeLeft } from './time-left.js';

function shown(
  estimates: (atMs: number) => number | null,
  seconds: number,
): readonly (number | null)[] {
  let told: ShownTimeLeft | null = null;
  return Array.from({ length: seconds * 4 + 1 }, (_, at) => {
    told = timeLeft(told, estimates(at * 250), at * 250);
    return shownSeconds(told);
  });
}
const rises = (series: readonly (number | null)[]) =>
  series.filter((value, at) => (value ?? 0) > (series[at - 1] ?? Infinity)).length;
const steps = (series: readonly (number | null)[]) =>
  series.slice(1).map((value, at) => Math.abs((value ?? 0) - (series[at] ?? 0)));

describe('timeLeft', () => {
  it('counts an accurate estimate down second by second', () => {
    const series = shown((atMs) => 20 - atMs / 1000, 20);
    expect(series[0]).toBe(20);
    expect(series[40]).toBe(10);
    expect(series.at(-1)).toBe(1);
    expect([rises(series), Math.max(...steps(series))]).toEqual([0, 1]);
  });

  it.each<[string, (atMs: number) => number | null, readonly [number, number]]>([
    // The first estimate was wrong, so the display is revised once.
    ['that come in bursts', (at) => (30 - at / 1000) * (at % 2000 < 1000 ? 1.7 : 0.3), [0, 1]],
    ['between 0:13 and 0:38', (at) => (at % 500 === 0 ? 13 : 38) - at / 1000, [1, 1]],
    ['with single outliers', (at) => (at % 4000 === 3750 ? 900 : 30 - at / 1000), [0, 0]],
    ['with short pauses', (at) => (at % 5000 >= 4000 ? null : 30 - at / 1000), [0, 0]],
  ])('does not swing with estimates %s', (_, estimates, revisions) => {
    const series = shown(estimates, 12);
    const jumps = steps(series).filter((step) => step > 2);
    expect([rises(series), jumps.length]).toEqual(revisions);
  });

  it('corrects itself once, after being far off for 5 s', () => {
    const series = shown((at) => (at < 4000 ? 20 - at / 1000 : 120 - (at - 4000) / 1000), 20);
    const risen = series.findIndex((value, at) => (value ?? 0) > (series[at - 1] ?? Infinity));
    // The average crosses the limit one sample later than the estimates.
    expect(risen).toBe((4000 + 250 + 5000) / 250);
    expect(series[risen]).toBeGreaterThan(110);
    expect(rises(series)).toBe(1);
  });

  it.each([
    ['a slightly longer time', 1.2, 0],
    ['a slightly shorter time', 0.8, 0],
  ])('moves towards %s without rising', (_, factor, times) => {
    const series = shown((at) => (30 - at / 1000) * factor, 25);
    expect(rises(series)).toBe(times);
    expect(series.at(-1)).toBeLessThanOrEqual(8);
  });

  it('is unknown after 5 s without an estimate, and then starts over', () => {
    const series = shown((at) => (at === 0 || at >= 8000 ? 60 : null), 9);
    expect([series[4 * 5 - 1], series[4 * 5], series[4 * 8]]).toEqual([56, null, 60]);
  });

  it('is unknown at first', () => {
    expect(shown(() => null, 3)).toEqual(Array.from({ length: 13 }, () => null));
  });

  it('stays at one second while the work takes longer than estimated', () => {
    expect(shown((at) => (at === 0 ? 1 : 4), 3).at(-1)).toBe(1);
  });

  it.each([
    [24 * 3600, 24 * 3600],
    [24 * 3600 + 1, null],
    // The largest Postgres integer is 2^31 - 1.
    [(4 * 1024 ** 3) / 0.05, null],
  ])('is unknown above one day: %d s', (seconds, told) => {
    expect(shown(() => seconds, 0)).toEqual([told]);
  });
});
