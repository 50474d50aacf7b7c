import { errorReply } from '@dipper/contract';
import { pseudo } from '../i18n/pseudo.js';
import { zipWords } from './zip-words.js';

it.each([
  [[], 'The original is damaged.'],
  [[{ from: 432.1, to: 435.2 }], 'The original is damaged at 7:12 to 7:16.'],
  [[{ from: 3723, to: Infinity }], 'The original is damaged at 1:02:03 to the end.'],
  [
    [
      { from: 1, to: 2 },
      { from: 60, to: 61 },
    ],
    'The original is damaged at 0:01 to 0:02 and 1:00 to 1:01.',
  ],
  [[1, 2, 3, 4].map((from) => ({ from, to: from + 0.5 })), 'The original is damaged in 4 places.'],
])('describes %j as: %s', async (places, sentence) => {
  expect((await zipWords('en')).where(places)).toBe(sentence);
});

it('gives the reason of an error in the language, with its numbers', async () => {
  const { why, notIncluded } = await zipWords('en-XA');
  expect(notIncluded).toBe(pseudo('These entries could not be included:'));
  const error = errorReply('FILE_TOO_LARGE', { bytes: 1024 ** 3 });
  expect(why(error)).toContain(' 1.0 ĜɃ');
  expect((await zipWords('en')).why(error)).toBe(error.error);
});

it('uses English for an unknown language', async () => {
  expect((await zipWords('xx')).damaged).toBe((await zipWords('en')).damaged);
});
