import { languageNames } from './language-names.js';

it.each([
  ['es', 'en', 'Inglés'],
  ['es', 'pt-BR', 'Portugués de Brasil'],
  ['de', 'en', 'Englisch'],
  ['tr', 'en', 'İngilizce'],
  ['es', 'und', 'und'],
  ['es', 'no tag', 'no tag'],
])('names a language in %s: %s is %s', (page, tag, name) => {
  expect(languageNames(page)(tag)).toBe(name);
});
