import { english } from '../../../../testing/english.js';
import { announcedMoment, countdownWords, urgency } from './countdown-words.js';

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
  ])('shows %d s as %s', (seconds, words) => {
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
  ])('with %d s left, announces %p', (secondsLeft, moment) => {
    expect(announcedMoment(secondsLeft)).toBe(moment);
  });
});

describe('urgency', () => {
  it.each([
    [900, 'none'],
    [899, 'soon'],
    [300, 'soon'],
    [299, 'now'],
    [0, 'now'],
  ])('with %d s left, is %s', (secondsLeft, word) => {
    expect(urgency(secondsLeft)).toBe(word);
  });
});
