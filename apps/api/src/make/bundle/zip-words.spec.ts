import { damageSentence } from './zip-words.js';

describe('damageSentence', () => {
  it.each([
    [[], 'The original is damaged.'],
    [[{ from: 0, to: Infinity }], 'The original is damaged.'],
    [[{ from: 432.1, to: 435.2 }], 'The original is damaged at 7:12 to 7:16.'],
    [[{ from: 3723, to: Infinity }], 'The original is damaged at 1:02:03 to the end.'],
    [
      [1, 2, 3, 4].map((from) => ({ from, to: from + 0.5 })),
      'The original is damaged in 4 places.',
    ],
  ])('describes %j as: %s', (damage, sentence) => {
    expect(damageSentence(damage)).toBe(sentence);
  });
});
