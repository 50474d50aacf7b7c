import { healthOf, KEPT_MS, type Period, PERIOD_MS } from './platform-health.js';

const NOW = Date.parse('2026-11-23T16:35:00Z');
const LATEST = Date.parse('2026-11-23T16:30:00Z');

/** Makes the period that started this many periods before the latest one. */
const ago = (periods: number, worked: number, failed: number): Period => ({
  beganMs: LATEST - periods * PERIOD_MS,
  worked,
  failed,
});
const since = (periods: number) => ({
  ...{ state: 'failing', isLonger: false },
  failingSinceMs: LATEST - periods * PERIOD_MS,
});
const state = (name: string) => ({ state: name, failingSinceMs: null, isLonger: false });

describe('healthOf', () => {
  it.each<[string, readonly Period[], object]>([
    ['no outcomes', [], state('unknown')],
    ['four outcomes', [ago(0, 2, 2)], state('unknown')],
    ['five failures', [ago(0, 0, 5)], since(0)],
    ['only outcomes that are hours old', [ago(19, 50, 0)], state('unknown')],
    ['few failures', [ago(0, 16, 5)], state('working')],
    ['a quarter of failures', [ago(0, 15, 5)], state('unsteady')],
    ['almost three quarters of failures', [ago(0, 6, 17)], state('unsteady')],
    ['three quarters of failures', [ago(0, 5, 15)], since(0)],
    ['failures after a good day', [ago(20, 90, 1), ago(3, 1, 9), ago(1, 0, 20)], since(3)],
    ['success after an outage', [ago(9, 0, 90), ago(1, 15, 0), ago(0, 10, 0)], state('working')],
    ['failures from before a success', [ago(9, 0, 9), ago(5, 9, 0), ago(2, 0, 30)], since(2)],
    ['an outage with a quiet hour', [ago(9, 0, 9), ago(2, 0, 30)], since(9)],
    ['an earlier outage, long ago', [ago(60, 0, 9), ago(2, 0, 30)], since(2)],
    ['one success in a new period of an outage', [ago(0, 1, 0), ago(1, 0, 30)], since(1)],
    ['unsorted periods', [ago(1, 0, 9), ago(3, 0, 9), ago(2, 0, 9)], since(3)],
  ])('judges %s', (_, periods, health) => {
    expect(healthOf(periods, NOW)).toEqual(health);
  });

  it('reports that an outage is older than the outcomes that are kept', () => {
    const periods = Array.from({ length: KEPT_MS / PERIOD_MS }, (_, at) => ago(at, 0, 4));
    expect(healthOf(periods, NOW)).toMatchObject({ state: 'failing', isLonger: true });
    expect(healthOf(periods.slice(0, -2), NOW)).toMatchObject({ isLonger: false });
  });
});
