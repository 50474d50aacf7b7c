import { ACCOUNT_LANGUAGES } from '@dipper/contract';
import { PSEUDO_LANGUAGES } from '@dipper/site';
import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { MdxText } from '../content/content-shapes.js';
import glossary from '../content/en/glossary.json';
import help from '../content/en/help.json';
import { englishFiles } from '../testing/english-files.js';
import {
  contentGaps,
  gapsOf,
  leaves,
  proseGaps,
  textGaps,
  translatedFiles,
} from '../testing/language-gaps.js';
import { loadTexts, NAMESPACES } from '../i18n/catalogue.js';
import errors from '../i18n/en/errors.js';
import legal from '../i18n/en/legal.json';
import { LANGUAGES } from '../i18n/languages.js';

const CONTENT = join(__dirname, '../content');
const LISTED = LANGUAGES.slice(1);
const UNLISTED = ACCOUNT_LANGUAGES.filter((language) => !LANGUAGES.includes(language));

/** The title and the description of each page for search engines. */
const FOR_SEARCH = /^(?:meta\.)?(title|description)$/;
/** Characters that are about twice as wide as Latin ones. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);
/**
 * The widths beyond which search engines truncate, with some leeway, because the limits for
 * English are not exact for other languages.
 */
const WIDTHS = { title: 65, description: 175 };

it('has a list of files for each language', () => {
  const found = readdirSync(join(__dirname, '../i18n/files')).map((file) => parse(file).name);
  expect(found.toSorted()).toEqual(ACCOUNT_LANGUAGES.toSorted());
});

describe.each(LISTED)('%s', (language) => {
  const sourceOf = (file: string) => readFileSync(join(CONTENT, language, file), 'utf8');

  it('is complete, with the placeholders, tags, links and ids of the English text', async () => {
    expect(gapsOf(language, await englishFiles())).toEqual({ missing: [], wrong: [] });
  });

  it('links to anchors that exist', async () => {
    const { headings } = (await import(join(CONTENT, language, 'guide.mdx'))) as MdxText;
    const articles = help.categories.flatMap(({ id, articles: all }) => [
      id,
      ...all.flatMap(({ id: article, codes = [] }: { id: string; codes?: string[] }) => [
        article,
        ...codes,
      ]),
    ]);
    const anchors = new Map([
      ['/how-to-download-videos', headings.map(({ id }) => id)],
      ['/help-center', articles],
      ['/terms-glossary', glossary.terms.map(({ id }) => id)],
    ]);
    const links = translatedFiles(language).flatMap((file) =>
      [...sourceOf(file).matchAll(/\]\((\/[^)#\s]*)#([^)\s"]*)\)/g)].map(
        ([, path = '', id = '']) => ({ file, path, id }),
      ),
    );
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter(({ path, id }) => anchors.get(path)?.includes(id) !== true)).toEqual([]);
  });

  it('has titles and descriptions that fit into a search result', () => {
    const long = translatedFiles(language)
      .filter((file) => /^landing\/|^(?:help|glossary)\.json/.test(file))
      .flatMap((file) =>
        leaves(JSON.parse(sourceOf(file))).map(([key, text]) => ({ file, key, text })),
      )
      .filter(({ key, text }) => {
        const [, kind] = FOR_SEARCH.exec(key) ?? [];
        return kind !== undefined && widthOf(text) > WIDTHS[kind as keyof typeof WIDTHS];
      });
    expect(long).toEqual([]);
  });
});

it('the interface texts of languages that are not listed agree with English as far as they exist', async () => {
  const english = await englishFiles();
  const wrong = UNLISTED.flatMap((language) => gapsOf(language, english).wrong);
  expect(wrong.filter((gap) => gap.startsWith('i18n/'))).toEqual([]);
});

it.each(PSEUDO_LANGUAGES)('in %s, every text exists', async (language) => {
  const names = NAMESPACES.filter((name) => name !== 'labels');
  const english = { ...(await loadTexts('en', names)), errors, legal };
  const { missing } = textGaps(english, await loadTexts(language, names), language);
  expect(missing).toEqual([]);
});

describe('the comparison of a translation with English', () => {
  it.each([
    ['pl', ['a_one', 'a_other'], ['a_few', 'a_many']],
    ['ja', ['a_other'], []],
    ['fr', ['a'], []],
    ['de', ['a_one'], ['a_other']],
    ['de', ['a_one', 'a_other', 'o_ordinal_one'], ['o_ordinal_other']],
  ])(
    'finds the plural forms of %s, if any, that a text with %j lacks',
    (language, found, missing) => {
      const own = Object.fromEntries(found.map((key) => [key, 'x']));
      const english = {
        ...{ a_one: '{{count}} x', a_other: '{{count}} x' },
        ...(found.some((key) => key.startsWith('o_')) && { o_ordinal_other: '{{count}} x' }),
      };
      const { missing: said } = textGaps(english, own, language);
      expect([...said].sort()).toEqual(missing.map((key) => `${key} is missing`));
    },
  );

  it('finds a text that is missing, unknown or empty, or lacks a placeholder, tag or link', () => {
    const english = {
      files_one: '{{count}} of {{all}}',
      files_other: '{{count}} of {{all}}',
      more: '{{count}} more',
      reasons: { only_one: 'The only one' },
      hello: 'Hello {{name}}, <1>welcome</1>',
      see: '[Here](/blog)',
      gone: 'Bye',
    };
    const own = {
      files_one: 'eins von {{all}}',
      files_few: '{{count}} von',
      files_other: '{{count}} von {{all}}',
      more_one: 'noch eins',
      more_other: 'noch {{count}}',
      reasons: { only_one: ' ' },
      hello: 'Hallo {{name}}, <1>willkommen',
      see: '[Hier](/blogs)',
      new: 'Neu',
    };
    expect(textGaps(english, own, 'de')).toEqual({
      missing: ['gone is missing'],
      wrong: [
        'files_few has {{count}}, English {{all}} {{count}}',
        'reasons.only_one is empty',
        'hello has <1 {{name}}, English </1 <1 {{name}}',
        'see has ](/blogs), English ](/blog)',
        'new is not an English key',
      ],
    });
  });

  it.each([
    ['ar', ['one', 'two'], []],
    ['ru', ['one'], ['a_one has nothing, English {{hours}}']],
  ])(
    'accepts a form of %s without the number only if it stands for one number',
    (language, worded, wrong) => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      const own = Object.fromEntries(
        pluralCategories.map((form) => [`a_${form}`, worded.includes(form) ? 'x' : '{{hours}} x']),
      );
      const english = { a_one: '{{hours}} x', a_other: '{{hours}} x' };
      expect(textGaps(english, own, language)).toEqual({ missing: [], wrong });
    },
  );

  it('finds a long text that differs in more than its words, but accepts terms in another order', () => {
    const english = {
      terms: [
        { id: 'a', term: 'A', see: ['b'] },
        { id: 'b', term: 'B {{name}}', see: ['a'] },
      ],
    };
    const own = {
      terms: [
        { id: 'b', term: 'Be', see: ['c'] },
        { id: 'a', term: 'Ah', see: ['b'], more: 'x' },
      ],
    };
    expect(contentGaps(english, own)).toEqual([
      'terms.[b].term has , English {{name}}',
      'terms.[b].see.0 is c, English a',
      'terms.[a].more is not in the English text',
    ]);
  });

  it('finds a text in MDX that lacks a heading, link, component or label', () => {
    const english = '## One\n\nSee [it](/a#x) in <Brand/>: <Label of="search:a" />.\n\n## Two\n';
    const own = '## Eins\n\nSiehe [da](/b) bei <Brand/>: <Label of="search:b" />.\n';
    expect(proseGaps(english, own)).toEqual([
      'lacks ## ',
      'lacks ](/a)',
      'lacks of=search:a',
      'has ](/b), which is not in the English text',
      'has of=search:b, which is not in the English text',
    ]);
  });
});
