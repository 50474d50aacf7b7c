import { announceInMs, QUIET_MS } from './should-announce.js';

describe('announceInMs', () => {
  const last = { progress: 20, stage: 'video', place: null, atMs: 1000 };
  const now = { progress: 20, stage: 'video', place: null };

  it.each([
    ['the first news', null, now, 0, 0],
    ['ten percent more after the pause', last, { ...now, progress: 30 }, 6000, 0],
    ['ten percent more within the pause', last, { ...now, progress: 90 }, 4000, 2000],
    ['less than ten percent more', last, { ...now, progress: 29.9 }, 60_000, null],
    ['no change', last, now, 60_000, null],
    ['another stage', last, { ...now, stage: 'audio' }, 60_000, 0],
    ['another stage within the pause', last, { ...now, stage: 'audio' }, 1000, QUIET_MS],
    ['another position in line', last, { ...now, place: 2 }, 60_000, 0],
    ['less progress, after a restart', last, { ...now, progress: 3 }, 1001, 0],
  ])('announces %s', (_, before, news, nowMs, expected) => {
    expect(announceInMs(before, news, nowMs)).toBe(expected);
  });
});
