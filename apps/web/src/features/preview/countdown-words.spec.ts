import { announcedMoment, urgency } from './countdown-words.js';

describe('announcedMoment', () => {
  it.each([
    [901, null],
    [900, 900],
    [301, 900],
    [300, 300],
    [60, 60],
    [1, 60],
  ])('%d s left: %p', (secondsLeft, moment) => {
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
  ])('%d s left: %s', (secondsLeft, word) => {
    expect(urgency(secondsLeft)).toBe(word);
  });
});
