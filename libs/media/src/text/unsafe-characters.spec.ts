import * as characters from './unsafe-characters.js';

const { hasUnsafeCharacters, oneLine, withoutUnsafeCharacters } = characters;

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
    'leave %j unchanged',
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

describe('the sets', () => {
  const has = (set: string, character: string) => new RegExp(`^[${set}]$`, 'u').test(character);

  it.each([
    ['CONTROLS', ['\0', '\t', '\n', '\u007F', '\u009F'], [' ', '\uD83D', '\u2028', '\u200B']],
    ['UNPRINTABLE', ['\0', '\n', '\uD83D', '\uDE00'], ['😀', '\u200B', '\u202E']],
    [
      'NOT_XML',
      ['\0', '\v', '\uD83D', '\uFFFF'],
      ['\t', '\n', '\r', ' ', '\u007F', '\uFFFD', '😀'],
    ],
    ['INVISIBLE', ['\0', '\uD83D', '\u00AD', '\u200B', '\u202E'], ['a', ' ', '😀']],
    ['JOINERS', ['\u200C', '\u200D'], ['\u200B', '\u200E', '\u2060']],
    ['DIRECTION_MARKS', ['\u200E', '\u200F'], ['\u200D', '\u202A', '\u2066']],
    ['ZERO_WIDTH_SPACES', ['\u00AD', '\u200B', '\u2060', '\uFEFF'], ['\u00A0', '\u200D', '\u200E']],
    ['ZERO_WIDTH', ['\u00AD', '\u200B', '\u200D', '\u200F', '\uFEFF'], [' ', '\n', '\u202E']],
    ['FILLERS', ['\u3164', '\u17B5', '\u180E', '\u206A', '\uFFA0'], ['\u200D', 'ㄱ', 'ក']],
    ['UNSAFE', ['\n', '\uD83D', '\u2029', '\u202E', '\uFEFF'], ['\u200E', '\u200D', '\u00A0']],
  ] as const)('%s contains its characters only', (name, members, others) => {
    const set = characters[name];
    expect(members.filter((character) => !has(set, character))).toEqual([]);
    expect(others.filter((character) => has(set, character))).toEqual([]);
  });
});
