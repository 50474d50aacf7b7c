import { termsByLetter } from './terms-by-letter.js';

const term = (name: string) => ({ id: name, term: name, definition: '', see: [] });

const lettersOf = (names: readonly string[], language: string) =>
  termsByLetter(names.map(term), language).map(({ letter, terms }) => [
    letter,
    ...terms.map(({ id }) => id),
  ]);

it.each([
  ['en', [], []],
  [
    'en',
    ['MP4', 'codec', 'AAC', 'Container', 'm4a'],
    [
      ['A', 'AAC'],
      ['C', 'codec', 'Container'],
      ['M', 'm4a', 'MP4'],
    ],
  ],
  [
    'fr',
    ['Étiquette', 'Encodage', '4K'],
    [
      ['#', '4K'],
      ['E', 'Encodage', 'Étiquette'],
    ],
  ],
  [
    'ar',
    ['ملف', 'رابط'],
    [
      ['ر', 'رابط'],
      ['م', 'ملف'],
    ],
  ],
  ['tr', ['iki'], [['İ', 'iki']]],
])('groups, in %s, %j', (language, names, groups) => {
  expect(lettersOf(names, language)).toEqual(groups);
});
