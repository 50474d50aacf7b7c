import { testedLanguage } from './tested-language.js';

it.each([
  ['', true, 'en'],
  ['?lang=en-XA', true, 'en-XA'],
  ['?url=x&lang=ar-XB', true, 'ar-XB'],
  ['?lang=de', true, 'en'],
  ['?lang=%00', true, 'en'],
  ['?lang=en-XA', false, 'en'],
])('for the query %j (in a test: %s) the language is %s', (search, isTested, language) => {
  expect(testedLanguage(search, isTested)).toBe(language);
});
