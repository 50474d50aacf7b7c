import { cleanSharedTitle, titleInLink, titleInMessage } from './clean-title.js';
import { truncateUrl } from '../links/truncate-url.js';

const UNTITLED = 'Schau mal';
const FAMILY = '👨‍👩‍👧‍👦';

describe('cleanSharedTitle', () => {
  it.each([
    ['A title', 'A title'],
    ['  A title  ', 'A title'],
    ['Preview | YouTube | A title', 'A title'],
    ['Processing | Apple Podcasts | A | B', 'A | B'],
    ['preview|X|A', 'A'],
    ['My Preview | YouTube | A', 'My Preview | YouTube | A'],
    ['Caf%C3%A9', 'Café'],
    ['Caf%25C3%25A9', 'Café'],
    ['Caf%2525C3%2525A9', 'Caf%C3%A9'],
    ['100% cotton', '100% cotton'],
    ['%3Cscript%3Ealert(1)%3C/script%3E', 'scriptalert(1)/script'],
    [`"A" 'b' “c” «d» <e>`, 'A b c d e'],
    ['one\u0000\ntwo\u202Ethree', 'one two three'],
    ['', UNTITLED],
    ['  ', UNTITLED],
    ['<>"\'', UNTITLED],
    ['Preview | YouTube | ', UNTITLED],
    ['a'.repeat(100), 'a'.repeat(100)],
    ['a'.repeat(101), `${'a'.repeat(100)}...`],
    [FAMILY.repeat(100), FAMILY.repeat(100)],
    [FAMILY.repeat(101), `${FAMILY.repeat(100)}...`],
  ])('turns %j into %j', (title, cleaned) => {
    expect(cleanSharedTitle(title, UNTITLED)).toBe(cleaned);
  });

  it('limits the combining marks of a single character', () => {
    expect(cleanSharedTitle(`a${'\u0301'.repeat(1_000)}`, '').length).toBeLessThan(20);
  });
});

describe('titleInLink', () => {
  it.each([
    [`"A" 'b' <c>`, `"A" 'b' <c>`],
    ['a'.repeat(150), 'a'.repeat(150)],
    ['a'.repeat(301), `${'a'.repeat(300)}...`],
    ['Preview | YouTube | A title', 'A title'],
    ['Caf%25C3%25A9', 'Café'],
    ['one\u0000\ntwo\u202Ethree', 'one two three'],
    [' ', UNTITLED],
  ])('turns %j into %j', (title, shown) => {
    expect(titleInLink(title, UNTITLED)).toBe(shown);
  });
});

describe('titleInMessage', () => {
  it.each([
    ['a'.repeat(60), 'a'.repeat(60)],
    ['a'.repeat(61), `${'a'.repeat(60)}...`],
    ['Preview | YouTube | short', 'short'],
    ['', UNTITLED],
  ])('turns %j into %j', (title, shown) => {
    expect(titleInMessage(title, UNTITLED)).toBe(shown);
  });
});

describe('truncateUrl', () => {
  const fifty = `https://a.example/${'x'.repeat(32)}`;
  it.each([
    [fifty, fifty],
    [`${fifty}y`, `${fifty}...`],
    ['', ''],
  ])('turns %j into %j', (url, shown) => {
    expect(truncateUrl(url, 50)).toBe(shown);
  });
});
