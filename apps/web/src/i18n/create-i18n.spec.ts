import { createInstance } from 'i18next';
import { PSEUDO_LANGUAGES } from '@dipper/site';
import { loadTexts, NAMESPACES } from './catalogue.js';
import { createI18n } from './create-i18n.js';

const PLURAL_LANGUAGES = ['en', 'pl', 'ar', 'ja'];
const COUNTS = [0, 1, 2, 5, 11, 22, 100, 1.5];
const OWN = {
  common: {
    plain: 'A sentence',
    deep: { er: { text: 'Deep' } },
    named_one: '{{count}} file of {{ name }}',
    named_other: '{{count}} files of {{name}}',
    none_zero: 'No files',
    none_other: '{{count}} files',
    few_one: 'one',
    few_few: '{{count}} few',
    few_many: '{{count}} many',
    few_other: '{{count}} other',
    nested: '{{file.name}} and {{missing}}',
    amount: '{{value, number}} bytes',
  },
};

/** Returns i18next's results for these texts, as a reference. */
function reference(language: string, texts: object) {
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: texts as never },
    ns: Object.keys(texts),
    defaultNS: 'common',
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  return instance;
}

type Read = (key: string, options?: object) => string;

function keysOf(value: unknown, path: readonly string[] = []): string[] {
  return typeof value === 'string'
    ? [path.join('.')]
    : Object.entries(value as object).flatMap(([name, child]) => keysOf(child, [...path, name]));
}

/** Returns every key of a namespace, with and without its plural form. */
const asked = (texts: object) => [
  ...new Set(keysOf(texts).flatMap((key) => [key, key.replace(/_[a-z]+$/, '')])),
];

it.each(PLURAL_LANGUAGES)(
  'reads plurals, placeholders and nested keys of %s like i18next',
  (language) => {
    const own = createI18n(language, OWN).t as unknown as Read;
    const theirs = reference(language, OWN).t as unknown as Read;
    const questions = [...asked(OWN.common), 'unknown.key'].flatMap((key) => [
      [key, {}] as const,
      [key, { value: 1234567.891, file: { name: '$& {{value}}' } }] as const,
      ...COUNTS.flatMap((count) => [[key, { count, name: 'Ann' }] as const]),
      [key, { count: 3, skipInterpolation: true }] as const,
    ]);
    expect(questions.map(([key, options]) => own(key, options))).toEqual(
      questions.map(([key, options]) => theirs(key, options)),
    );
  },
);

it.each(['en', ...PSEUDO_LANGUAGES])(
  'reads the whole catalogue of %s like i18next',
  async (language) => {
    // The keys of labels contain colons; long-form texts look them up themselves.
    const texts = await loadTexts(
      language,
      NAMESPACES.filter((name) => name !== 'labels'),
    );
    const i18n = createI18n(language, texts);
    const i18next = reference(language, texts);
    for (const [namespace, bundle] of Object.entries(texts)) {
      const own = i18n.getFixedT(language, namespace as 'common') as unknown as Read;
      const theirs = i18next.getFixedT(language, namespace as 'common') as unknown as Read;
      const keys = asked(bundle).filter(
        (key) => typeof i18next.getResource(language, namespace, key) !== 'object',
      );
      expect(keys.length).toBeGreaterThan(0);
      const read = (t: Read) => keys.flatMap((key) => [t(key), t(key, { count: 2, name: 'Ann' })]);
      expect(read(own)).toEqual(read(theirs));
    }
  },
);

it('reports which texts are loaded', () => {
  const i18n = createI18n('pl', { common: {}, errors: { busy: 'Busy', wait_few: 'Wait' } });
  const exists = (key: string, count?: number) => i18n.exists(key, { ns: 'errors', count });
  expect([exists('busy'), exists('wait'), exists('wait', 3), exists('wait', 5)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(i18n.hasResourceBundle('pl', 'home')).toBe(false);
  i18n.addResourceBundle('pl', 'home', { title: 'Start' });
  expect(i18n.getResourceBundle('pl', 'home')).toEqual({ title: 'Start' });
  expect((i18n.getFixedT('pl', 'home') as unknown as Read)('title')).toBe('Start');
});
