import { formatLanguage } from './format-language.js';

describe('formatLanguage', () => {
  it.each([
    ['en', null, 'en', null],
    ['pt-BR', 'Portuguese (Brazil), medium', 'pt-BR', null],
    ['ZH-hans', null, 'zh-Hans', null],
    ['es_MX', null, 'es-MX', null],
    ['eng', null, 'en', null],
    ['iw', null, 'he', null],
    ['en-desc', 'English descriptive, medium', 'en', 'description'],
    ['de', 'Deutsch (Audiodeskription)', 'de', 'description'],
    ['fr', 'Audiodescription', 'fr', 'description'],
    ['es', 'Spanish (auto-dubbed), low', 'es', 'machine'],
    ['es', 'dubbed-auto', 'es', 'machine'],
    ['es', 'autodubs', 'es', null],
    ['und', null, null, null],
    ['mul', null, null, null],
    ['qtz', 'audio description', null, 'description'],
    ['English', null, null, null],
    ['x-klingon', null, null, null],
    ['en-', null, null, null],
    ['en-a', null, null, null],
    ['en-<script>', null, null, null],
    [`en-${'abcdefgh-'.repeat(9)}z`, null, null, null],
    ['', null, null, null],
    [null, null, null, null],
  ])(
    'for %j and the note %j, finds the language %s and the voice %s',
    (given, note, language, voice) => {
      expect(formatLanguage({ language: given, note })).toEqual({ language, voice });
    },
  );
});
