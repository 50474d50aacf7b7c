import { NO_OFFER } from './kept-language.js';
import { offeredLanguage } from './offered-language.js';

const SHIPPED = ['en', 'de', 'pt', 'zh', 'ar'];

const offer = (page: string, preferred: string, available = SHIPPED) =>
  offeredLanguage({ page, preferred: preferred.split(' '), available, kept: null });

it.each([
  ['en', 'de', 'de'],
  ['en', 'de-AT en', 'de'],
  ['en', 'pt-BR', 'pt'],
  ['en', 'zh-Hans-CN', 'zh'],
  ['en', 'zh-SG', 'zh'],
  ['en', 'ar-EG-u-nu-latn', 'ar'],
  ['en', 'DE_de de', 'de'],
  ['de', 'en-GB', 'en'],
  // Languages that do not ship are skipped.
  ['en', 'cs sk de', 'de'],
])('offers a page in %s to readers of %s in %s', (page, preferred, offered) => {
  expect(offer(page, preferred)).toBe(offered);
});

it.each([
  ['en', 'en-AU de'],
  ['de', 'de-CH en'],
  // The page's language comes before German.
  ['en', 'cs en de'],
  ['en', 'cs'],
  ['en', ''],
  ['en', '* en-US@posix'],
  // Our Chinese is in simplified characters.
  ['en', 'zh-TW'],
  ['en', 'zh-Hant'],
])('does not offer a page in %s in another language to readers of %s', (page, preferred) => {
  expect(offer(page, preferred)).toBeNull();
});

it.each([
  ['pt', 'pt-PT', 'pt-PT'],
  ['pt', 'pt-BR', null],
  ['pt-PT', 'pt-BR', 'pt'],
  // No variant has the region of Angola.
  ['pt-PT', 'pt-AO', null],
  ['zh', 'zh-HK', 'zh-Hant'],
  ['en', 'zh-TW zh en', 'zh-Hant'],
])(
  'of several variants, offers a page in %s to readers of %s in %s',
  (page, preferred, offered) => {
    expect(offer(page, preferred, ['en', 'pt', 'pt-PT', 'zh', 'zh-Hant'])).toBe(offered);
  },
);

it('offers only languages in which the page exists', () => {
  expect(offer('en', 'de pt', ['en', 'pt'])).toBe('pt');
  expect(offer('en', 'de', ['en', 'pt'])).toBeNull();
});

it.each([
  ['en', 'de', null],
  ['de', 'en', 'de'],
  ['de', 'pt', 'de'],
  // The page does not exist in the chosen language.
  ['cs', 'de', null],
  [NO_OFFER, 'de', null],
])('once %s was chosen, offers a page in English to readers of %s in %s', (kept, best, offered) => {
  const visitor = { page: 'en', preferred: [best], available: SHIPPED };
  expect(offeredLanguage({ ...visitor, kept })).toBe(offered);
});
