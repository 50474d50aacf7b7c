import { asciiLower, pathIn, postPage, shortLinkPage } from './pages.js';

it.each([
  [null, '/', '/'],
  [null, '/preview', '/preview'],
  ['en', '/', '/'],
  ['en', '/preview', '/preview'],
  ['de', '/', '/de'],
  ['zh-Hans', '/blog/a', '/zh-Hans/blog/a'],
])('in %s, %s is %s', (language, path, expected) => {
  expect(pathIn(language, path)).toBe(expected);
});

it('lowers the letters A to Z and no other', () => {
  expect(asciiLower('AZ-az09 \u212A\u0130\u017F\u00C9')).toBe('az-az09 \u212A\u0130\u017F\u00C9');
});

it('takes the id of a post in any case, that of a short link as it is', () => {
  expect(postPage('A-1')).toEqual({ kind: 'post', path: '/blog/a-1', params: { id: 'a-1' } });
  expect(shortLinkPage('Ab345678')).toEqual({
    kind: 'short-link',
    path: '/p/Ab345678',
    params: { id: 'Ab345678' },
  });
  expect([postPage('\u212A'), postPage(''), shortLinkPage('Ab34567-')]).toEqual([null, null, null]);
});
