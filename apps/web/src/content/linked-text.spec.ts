import { plainText, textPieces } from './linked-text.js';

it.each([
  ['', []],
  ['No link (at all) [here].', [{ text: 'No link (at all) [here].' }]],
  [
    'See [the guide](/guide#quality), please.',
    [{ text: 'See ' }, { text: 'the guide', to: '/guide#quality' }, { text: ', please.' }],
  ],
  [
    '[a](/a)[b](/b)',
    [
      { text: 'a', to: '/a' },
      { text: 'b', to: '/b' },
    ],
  ],
  ['[x](javascript:alert(1))', [{ text: '[x](javascript:alert(1))' }]],
  ['[x](//other.example/)', [{ text: '[x](//other.example/)' }]],
  ['[x](/\\other.example)', [{ text: '[x](/\\other.example)' }]],
  ['[x](https://other.example/)', [{ text: '[x](https://other.example/)' }]],
])('splits %j into text and links', (paragraph, pieces) => {
  expect(textPieces(paragraph)).toEqual(pieces);
});

it('reduces links to their text', () => {
  expect(plainText('See [the guide](/guide), please.')).toBe('See the guide, please.');
});
