import { asciiLower, pathIn, shortLinkPage } from './pages.js';

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

it('takes the id of a short link as it is', () => {
  expect(shortLinkPage('Ab345678')).toEqual({
    kind: 'short-link',
    path: '/p/Ab345678',
    params: { id: 'Ab345678' },
  });
  expect(shortLinkPage('Ab34567-')).toBeNull();
});
