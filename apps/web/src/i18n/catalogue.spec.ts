import { PAGE_KINDS, PSEUDO_LANGUAGES, SERVED_KINDS } from '@dipper/site';
import { LANGUAGES, loadTexts } from './catalogue.js';

type Leaf = readonly [key: string, text: string];

function leaves(value: unknown, key = ''): Leaf[] {
  return typeof value === 'string'
    ? [[key, value]]
    : Object.entries(value as object).flatMap(([name, child]) => leaves(child, `${key}.${name}`));
}

const ALL = [
  ...new Set(['common', 'errors', ...SERVED_KINDS.flatMap((kind) => PAGE_KINDS[kind].namespaces)]),
] as const;
const placesOf = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
const allTexts = async (language: string) => leaves(await loadTexts(language, ALL as never));

/** `ready_one` and `ready_few` are the same sentence: languages differ in their plural forms. */
const sentence = (key: string) => key.replace(/(_ordinal)?_(zero|one|two|few|many|other)$/, '');

describe('the English texts', () => {
  it('has no empty text and no place that is not closed', async () => {
    const texts = await allTexts('en');
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
    for (const [, text] of texts) {
      expect(text.split('{{')).toHaveLength(placesOf(text).length + 1);
    }
  });

  it('leaves errors to the server', async () => {
    expect(await loadTexts('en', ['errors'])).toEqual({});
  });
});

/** Every folder beside English, and the pseudo-languages: the same sentences with the same places. */
describe.each([...LANGUAGES.slice(1), ...PSEUDO_LANGUAGES])('the texts of %s', (language) => {
  it('say all that English says, with the same places', async () => {
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
  });
});
