import { PAGE_KINDS, PSEUDO_LANGUAGES } from '@dipper/site';
import { loadTexts, NAMESPACES } from './catalogue.js';
import { filesOf } from './files-of.js';
import { FOUND } from './found-languages.js';
import { LANGUAGES } from './languages.js';

type Leaf = readonly [key: string, text: string];

function leaves(value: unknown, key = ''): Leaf[] {
  return typeof value === 'string'
    ? [[key, value]]
    : Object.entries(value as object).flatMap(([name, child]) => leaves(child, `${key}.${name}`));
}

const placesOf = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
const allTexts = async (language: string) => leaves(await loadTexts(language, NAMESPACES));

/** Returns the texts in a language's own files, without the English that fills the gaps. */
async function ownTexts(language: string): Promise<Leaf[]> {
  if (PSEUDO_LANGUAGES.includes(language)) {
    return allTexts(language);
  }
  const { TEXTS } = await filesOf(language);
  const texts = await Promise.all(
    Object.entries(TEXTS).map(async ([path, load]) => {
      const file = path.replace(/^.*\/|\.json$/g, '');
      return [file.replace(/-./g, ([, c = '']) => c.toUpperCase()), await load()] as const;
    }),
  );
  // `legal.json` and `llms.json` are not namespaces; the pages and the server load them by name.
  return leaves(Object.fromEntries(texts.filter(([name]) => NAMESPACES.some((it) => it === name))));
}

/**
 * Treats `ready_one` and `ready_few` as the same sentence, because languages differ in their plural
 * forms.
 */
const sentence = (key: string) => key.replace(/(_ordinal)?_(zero|one|two|few|many|other)$/, '');

const PLURAL = /^(.*?)(_ordinal)?_(?:zero|one|two|few|many|other)$/;

/**
 * Returns the plural forms that a language needs but its texts lack. i18next would show the key
 * instead.
 * @param asked keys of the English texts
 * @param found keys of the language's texts; a key without plural forms covers all of them
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
    const asked = Object.values(PAGE_KINDS).flatMap(({ namespaces }) => namespaces);
    expect(NAMESPACES).toEqual(expect.arrayContaining(asked));
    const found = Object.keys(await loadTexts('en', NAMESPACES));
    expect(found.sort()).toEqual(NAMESPACES.filter((name) => name !== 'errors').sort());
  });

  it('leave error messages to the server', async () => {
    expect(await loadTexts('en', ['errors'])).toEqual({});
  });
});

/**
 * Returns the English sentences that a language lacks, and those of which any form has different
 * placeholders.
 */
function faults(english: readonly Leaf[], own: readonly Leaf[]) {
  const places = new Map<string, Set<string>>();
  for (const [key, text] of english) {
    const known = places.get(sentence(key)) ?? new Set<string>();
    placesOf(text).forEach((place) => known.add(place));
    places.set(sentence(key), known);
  }
  const found = new Set(own.map(([key]) => sentence(key)));
  // A form may leave out its number ("one file") but must not add a placeholder.
  const wrong = own.filter(([key, text]) => {
    const allowed = places.get(sentence(key));
    const missing = [...(allowed ?? [])].filter((place) => !text.includes(place));
    const isForm = sentence(key) !== key;
    return (
      allowed === undefined ||
      placesOf(text).some((place) => !allowed.has(place)) ||
      missing.some((place) => !(isForm && place === '{{count}}'))
    );
  });
  return {
    missing: [...places.keys()].filter((key) => !found.has(key)),
    wrong: wrong.map(([key]) => key),
  };
}

it('finds missing sentences, unknown ones, and wrong placeholders in every plural form', () => {
  const english: Leaf[] = [
    ['.a_one', '{{count}} of {{all}}'],
    ['.a_other', '{{count}} of {{all}}'],
    ['.b', 'Hello {{name}}'],
    ['.c', 'Bye'],
  ];
  const own: Leaf[] = [
    ['.a_one', 'eins von {{all}}'],
    ['.a_few', '{{count}} von'],
    ['.a_other', '{{count}} von {{all}}'],
    ['.b', 'Hallo {{nam}}'],
    ['.d', 'Neu'],
  ];
  expect(faults(english, own)).toEqual({ missing: ['.c'], wrong: ['.a_few', '.b', '.d'] });
});

it('shows English where a language has no text', async () => {
  expect(await loadTexts('xx', ['offline'])).toEqual(await loadTexts('en', ['offline']));
});

it('finds no wrong placeholder in a language that is still being translated', async () => {
  const { default: errors } = await import('./en/errors.js');
  const english = leaves({ ...(await loadTexts('en', NAMESPACES)), errors });
  for (const language of Object.keys(FOUND).filter((it) => it !== 'en')) {
    const { wrong } = faults(english, await ownTexts(language));
    expect({ language, wrong }).toEqual({ language, wrong: [] });
  }
});

/** These are all other languages and the pseudo-languages. */
describe.each([...LANGUAGES.slice(1), ...PSEUDO_LANGUAGES])('the texts of %s', (language) => {
  it('have every English text with the same placeholders', async () => {
    const [{ default: errors }, own] = await Promise.all([
      import('./en/errors.js'),
      ownTexts(language),
    ]);
    const english = await loadTexts('en', NAMESPACES);
    const isOwn = ([key]: Leaf) => !key.startsWith('.labels.');
    const asked = leaves({ ...english, errors }).filter(isOwn);
    const found = own.filter(isOwn);
    expect(faults(asked, found)).toEqual({ missing: [], wrong: [] });
    const keysOf = (texts: readonly Leaf[]) => texts.map(([key]) => key);
    expect(missingForms(keysOf(asked), keysOf(found), language)).toEqual([]);
  });
});
