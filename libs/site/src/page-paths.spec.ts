import { asciiLower, pathIn, shortLinkPage } from './page-paths.js';

it.each([
  [null, '/', '/'],
  [null, '/preview', '/preview'],
  ['en', '/', '/'],
  ['en', '/preview', '/preview'],
  ['de', '/', '/de'],
  ['zh-Hans', '/blog/a', '/zh-Hans/blog/a'],
])('in the language %s, the path of %s is %s', (language, path, expected) => {
  expect(pathIn(language, path)).toBe(expected);
});

it('asciiLower changes A to Z only', () => {
  expect(asciiLower('AZ-az09 \u212A\u0130\u017F\u00C9')).toBe('az-az09 \u212A\u0130\u017F\u00C9');
});

it.each([
  ['Ab345678', 'Ab345678'],
  ['Ab34567', ''],
  ['Ab34567-', ''],
  ['Ab345678\n', ''],
  ['x'.repeat(33), ''],
  ['<script>', ''],
  ['', ''],
])('accepts the id %j of a short link as %j', (id, known) => {
  expect(shortLinkPage(id).params).toEqual({ id: known });
});
