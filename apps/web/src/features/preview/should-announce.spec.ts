import { english } from '../../testing/render-at.js';
import { announcedMoment, countdownWords } from './countdown-words.js';
import { shouldAnnounce } from './should-announce.js';

describe('shouldAnnounce', () => {
  const last = { progress: 20, atMs: 1000 };
  it.each([
    [null, 0, 0, true],
    [last, 30, 6000, true],
    [last, 29.9, 60_000, false],
    [last, 90, 5999, false],
    [last, 20, 60_000, false],
  ])('after %j: %d %% at %d ms: %s', (before, progress, nowMs, expected) => {
    expect(shouldAnnounce(before, progress, nowMs)).toBe(expected);
  });
});

describe('countdownWords', () => {
  const t = english.getFixedT('en', 'preview');
  it.each([
    [7325, '2h 2m'],
    [3600, '1h 0m'],
    [3599, '59m'],
    [60, '1m'],
    [59, '59s'],
    [1, '1s'],
    [0, 'Expired'],
    [-4, 'Expired'],
  ])('%d s: %s', (seconds, words) => {
    expect(countdownWords(seconds, t)).toBe(words);
  });
});

describe('announcedMoment', () => {
  it.each([
    [901, null],
    [900, 900],
    [301, 900],
    [300, 300],
    [60, 60],
    [1, 60],
  ])('%d s: %s', (seconds, moment) => {
    expect(announcedMoment(seconds)).toBe(moment);
  });
});
