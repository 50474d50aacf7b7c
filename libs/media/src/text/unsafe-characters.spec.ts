import { hasUnsafeCharacters, oneLine, withoutUnsafeCharacters } from './unsafe-characters.js';

describe('unsafe characters', () => {
  it.each([
    ['a line break', '\r\n'],
    ['NUL', '\0'],
    ['a lone surrogate', '\uD83D'],
    ['a line separator', '\u2028'],
    ['a paragraph separator', '\u2029'],
    ['an override of the direction', '\u202E'],
    ['an isolate', '\u2066'],
    ['an Arabic letter mark', '\u061C'],
    ['a byte order mark', '\uFEFF'],
    ['an annotation', '\uFFF9'],
  ])('include %s', (_, character) => {
    expect(hasUnsafeCharacters(`a${character}b`)).toBe(true);
    expect(withoutUnsafeCharacters(`a${character}b`)).toBe('a b');
  });

  it.each(['plain', 'שלום\u200F!', '🎬', '👩\u200D💻', 'a\u00A0b', ''])(
    'leave %j as it is',
    (text) => {
      expect(hasUnsafeCharacters(text)).toBe(false);
      expect(withoutUnsafeCharacters(text)).toBe(text);
    },
  );
});

describe('oneLine', () => {
  it.each([
    [' a\u0000\n  b ', 'a b'],
    ['private\u202E\r\nfake line', 'private fake line'],
    [' \n ', ''],
  ])('turns %j into %j', (text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });
});
