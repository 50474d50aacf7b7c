import { type Namespace, PAGE_KINDS, PSEUDO_LANGUAGES } from '@dipper/site';
import { LANGUAGES, loadTexts } from './catalogue.js';

type Leaf = readonly [key: string, text: string];

function leaves(value: unknown, key = ''): Leaf[] {
  return typeof value === 'string'
    ? [[key, value]]
    : Object.entries(value as object).flatMap(([name, child]) => leaves(child, `${key}.${name}`));
}

const ALL = [
  ...new Set<Namespace>([
    ...(['common', 'errors', 'returning', 'wishes'] as const),
    ...Object.values(PAGE_KINDS).flatMap(({ namespaces }) => namespaces),
  ]),
];
const placesOf = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
const allTexts = async (language: string) => leaves(await loadTexts(language, ALL));

/** `ready_one` and `ready_few` are the same sentence: languages differ in their plural forms. */
const sentence = (key: string) => key.replace(/(_ordinal)?_(zero|one|two|few|many|other)$/, '');

const PLURAL = /^(.*?)(_ordinal)?_(?:zero|one|two|few|many|other)$/;

/**
 * The plural forms that a language needs but its texts lack: i18next would show the key.
 * @param asked keys of English, @param found keys of the language; one without plural forms covers
 *   all
 */
function missingForms(asked: readonly string[], found: readonly string[], language: string) {
  const missing = asked.flatMap((key) => {
    const [, base = '', ordinal = ''] = PLURAL.exec(key) ?? [];
    // `reasons.only_one` is not a plural form.
    const isPlural = asked.includes(`${base}${ordinal}_other`);
    if (!isPlural || found.includes(base)) {
      return [];
    }
    const type = ordinal === '' ? 'cardinal' : 'ordinal';
    return new Intl.PluralRules(language, { type })
      .resolvedOptions()
      .pluralCategories.map((form) => `${base}${ordinal}_${form}`)
      .filter((form) => !found.includes(form));
  });
  return [...new Set(missing)];
}

it.each([
  ['pl', ['.a_one', '.a_other'], ['.a_few', '.a_many']],
  ['ja', ['.a_other'], []],
  ['fr', ['.a'], []],
  ['de', ['.a_one'], ['.a_other']],
])('finds the missing plural forms of %s', (language, found, missing) => {
  const named = missingForms(['.a_one', '.a_other', '.b'], [...found, '.b'], language);
  expect(named.sort()).toEqual(missing);
});

describe('the English texts', () => {
  it('have no empty text and no malformed placeholder', async () => {
    const texts = await allTexts('en');
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
    for (const [, text] of texts) {
      expect(text.split('{{')).toHaveLength(placesOf(text).length + 1);
    }
  });

  it('exist for every page', async () => {
    const found = Object.keys(await loadTexts('en', ALL));
    expect(found.sort()).toEqual(ALL.filter((name) => name !== 'errors').sort());
  });

  it('leave errors to the server', async () => {
    expect(await loadTexts('en', ['errors'])).toEqual({});
  });
});

/** Every other language, and the pseudo-languages. */
describe.each([...LANGUAGES.slice(1), ...PSEUDO_LANGUAGES])('the texts of %s', (language) => {
  it('have every English text with the same placeholders', async () => {
    const [english, errors, texts] = await Promise.all([
      allTexts('en'),
      import('./en/errors.js'),
      allTexts(language),
    ]);
    const asked = [...english, ...leaves({ errors: errors.default })];
    const found = new Map(texts.map(([key, text]) => [sentence(key), text]));
    expect([...found.keys()].sort()).toEqual([
      ...new Set(asked.map(([key]) => sentence(key)).sort()),
    ]);
    const wrong = asked.filter(
      ([key, text]) => placesOf(found.get(sentence(key)) ?? '').join() !== placesOf(text).join(),
    );
    expect(wrong).toEqual([]);
    const keys = texts.map(([key]) => key);
    expect(
      missingForms(
        asked.map(([key]) => key),
        keys,
        language,
      ),
    ).toEqual([]);
  });
});
