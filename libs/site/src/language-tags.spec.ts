import { directionOf, isPseudo, PSEUDO_LONG, PSEUDO_MIRRORED } from './language-tags.js';

it.each([
  ['en', 'ltr'],
  ['ar', 'rtl'],
  ['AR-eg', 'rtl'],
  ['he', 'rtl'],
  ['fa-IR', 'rtl'],
  ['ur', 'rtl'],
  ['ur-Latn', 'ltr'],
  ['az-Arab', 'rtl'],
  ['ckb', 'rtl'],
  ['zh-Hans', 'ltr'],
  ['hi', 'ltr'],
  ['arn', 'ltr'],
  ['', 'ltr'],
  [PSEUDO_LONG, 'ltr'],
  [PSEUDO_MIRRORED, 'rtl'],
])('the direction of %j is %s', (tag, direction) => {
  expect(directionOf(tag)).toBe(direction);
});

it.each([
  ['en-XA', true],
  ['ar-XB', true],
  ['en', false],
  ['ar', false],
])('%s is a pseudo-locale: %s', (tag, expected) => {
  expect(isPseudo(tag)).toBe(expected);
});
