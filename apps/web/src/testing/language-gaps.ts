import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTranslated } from '../content/is-translated.js';

const SOURCES = join(__dirname, '..');
const MAILS = join(SOURCES, '../../api/src/auth/mail/content');

type Leaf = readonly [key: string, text: string];

/** The gaps in a language's texts, each as "file: problem". */
interface Gaps {
  readonly missing: readonly string[];
  readonly wrong: readonly string[];
}

/**
 * The name of an item in a path: its id if it has one, because the terms of a glossary are in a
 * different order in each language.
 */
const nameOf = (name: string, item: unknown): string =>
  typeof item === 'object' && item !== null && 'id' in item ? `[${String(item.id)}]` : name;

/** The texts in a JSON value by their path in it: "faq.items.free.answer". */
export function leaves(value: unknown, path = ''): Leaf[] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, item]) =>
        leaves(item, path === '' ? nameOf(name, item) : `${path}.${nameOf(name, item)}`),
      )
    : [[path, String(value)]];
}

const PLURAL = /^(.*?)(_ordinal)?_(?:zero|one|two|few|many|other)$/;

/**
 * The key of a text without its plural form, because languages differ in those. Which keys have
 * plural forms is known from English: `reasons.only_one` is not one. Where English needs none
 * ("{{count}} more"), another language may still have them.
 */
function sentenceOf(key: string, english: ReadonlyMap<string, string>): string {
  const [, base = '', ordinal = ''] = PLURAL.exec(key) ?? [];
  const sentence = `${base}${ordinal}`;
  const isCounted = english.get(sentence)?.includes('{{') === true;
  return english.has(`${sentence}_other`) || isCounted ? sentence : key;
}

/** The parts of a text that a translation keeps: placeholders, tags, links and components. */
const kept = (text: string): string[] =>
  [
    ...(text.match(/\{\{[^}]*\}\}/g) ?? []),
    ...(text.match(/<\/?[\w-]+/g) ?? []),
    // The anchors of a text are made of its headings, so they differ.
    ...[...text.matchAll(/\]\(([^)#\s]*)/g)].map(([, path = '']) => `](${path})`),
  ].sort();

const differ = (one: readonly string[], other: readonly string[]) =>
  one.length !== other.length || one.some((item, at) => item !== other[at]);

/**
 * True for a plural form that means a single number, such as Arabic "two". Russian "one" is also 21.
 */
function meansOneNumber(key: string, language: string): boolean {
  const [, , ordinal] = PLURAL.exec(key) ?? [];
  const type = ordinal === undefined ? 'cardinal' : 'ordinal';
  const rules = new Intl.PluralRules(language, { type });
  const numbers = Array.from({ length: 200 }, (_, at) => at);
  return numbers.filter((number) => key.endsWith(`_${rules.select(number)}`)).length === 1;
}

/** Returns what a language's texts lack, and what the English ones do not have. */
export function textGaps(english: object, own: object, language: string): Gaps {
  const asked = new Map(leaves(english));
  const sentences = new Map<string, string[]>();
  for (const key of asked.keys()) {
    const sentence = sentenceOf(key, asked);
    sentences.set(sentence, [...(sentences.get(sentence) ?? []), key]);
  }
  const found = new Map(leaves(own));
  const missing = [...sentences].flatMap(([sentence, forms]) => {
    const isPlural = forms.some((form) => form !== sentence) || found.has(`${sentence}_other`);
    // A text without plural forms counts for all of them.
    if (found.has(sentence)) {
      return [];
    }
    const type = sentence.endsWith('_ordinal') ? 'ordinal' : 'cardinal';
    const categories = isPlural
      ? new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories
      : [];
    const needed = isPlural ? categories.map((form) => `${sentence}_${form}`) : [sentence];
    return needed.filter((key) => !found.has(key)).map((key) => `${key} is missing`);
  });
  const wrong = [...found].flatMap(([key, text]) => {
    const sentence = sentenceOf(key, asked);
    const originals = sentences.get(sentence);
    if (originals === undefined) {
      return [`${key} is not an English key`];
    }
    if (text.trim() === '') {
      return [`${key} is empty`];
    }
    const parts = originals.map((it) => kept(asked.get(it) ?? ''));
    const isForm = sentence !== key;
    // A plural form may leave out its number ("one file"), whatever its name ("{{hours}}").
    const isOne = isForm && meansOneNumber(key, language);
    const isSame = parts.some((part) => {
      const [name, ...others] = part.filter((it) => it.startsWith('{{'));
      const number = isOne && others.length === 0 ? name : '{{count}}';
      const counted = (list: readonly string[]) =>
        isForm ? list.filter((it) => it !== number) : list;
      return !differ(counted(part), counted(kept(text)));
    });
    return isSame
      ? []
      : [
          `${key} has ${kept(text).join(' ') || 'nothing'}, English ${parts[0]?.join(' ') || 'nothing'}`,
        ];
  });
  return { missing, wrong };
}

/** Keys of long-form texts whose values are not read by visitors. */
const NOT_PROSE =
  /(?:^|\.)(?:id|codes\.\d+|see\.\d+|related\.\d+|example|license|minutes|checked|accounts|to)$/;

/**
 * Returns the differences between an English JSON text and its translation, apart from the words.
 */
export function contentGaps(english: object, own: object): readonly string[] {
  const asked = new Map(leaves(english));
  const found = new Map(leaves(own));
  return [
    ...[...asked.keys()].filter((key) => !found.has(key)).map((key) => `${key} is missing`),
    ...[...found].flatMap(([key, text]) => {
      const original = asked.get(key);
      if (original === undefined) {
        return [`${key} is not in the English text`];
      }
      if (NOT_PROSE.test(key)) {
        return text === original ? [] : [`${key} is ${text}, English ${original}`];
      }
      return differ(kept(original), kept(text))
        ? [`${key} has ${kept(text).join(' ')}, English ${kept(original).join(' ')}`]
        : [];
    }),
  ];
}

/** The parts of an MDX text that a translation keeps, in order of their names. */
function partsOf(source: string): string[] {
  // Drawings have their own texts, which may need another layout.
  const prose = source.replace(/<svg[\s\S]*?<\/svg>/g, '<svg>').replace(/`[^`\n]*`/g, '');
  // How often a sentence names the brand is up to the translator.
  const [brand, ...others] = [...kept(prose)].sort(
    (a, b) => Number(b === '<Brand') - Number(a === '<Brand'),
  );
  return [
    ...(brand === undefined ? [] : [brand]),
    ...others.filter((part) => part !== '<Brand'),
    ...(prose.match(/^#{2,3} /gm) ?? []),
    ...[...prose.matchAll(/\bof="([^"]*)"/g)].map(([, of = '']) => `of=${of}`),
    ...[...prose.matchAll(/^ {2}(\w+):/gm)].map(([, key = '']) => `meta.${key}`),
  ].sort();
}

const without = (list: readonly string[], other: readonly string[]): string[] => {
  const left = [...other];
  return list.filter((item) => {
    const at = left.indexOf(item);
    return at === -1 || left.splice(at, 1).length === 0;
  });
};

/**
 * Returns the differences between an English MDX text and its translation, apart from the words.
 */
export function proseGaps(english: string, own: string): readonly string[] {
  const [asked, found] = [partsOf(english), partsOf(own)];
  return [
    ...without(asked, found).map((part) => `lacks ${part}`),
    ...without(found, asked).map((part) => `has ${part}, which is not in the English text`),
  ];
}

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(json|mdx)$/.test(file))
        .sort()
    : [];
const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');

/** The long-form texts that a language has once it is complete, as files in its folder. */
export const translatedFiles = (language: string): string[] =>
  filesIn(join(SOURCES, 'content/en')).filter((file) =>
    isTranslated(language, file.replace(/\.\w+$/, '')),
  );

/** Returns what a language's long-form texts lack, and where they differ from the English ones. */
function longFormGaps(language: string): Gaps {
  const [english, own] = ['en', language].map((tag) => join(SOURCES, 'content', tag)) as [
    string,
    string,
  ];
  const asked = translatedFiles(language);
  const found = filesIn(own);
  const place = (file: string) => `content/${language}/${file}`;
  return {
    missing: asked
      .filter((file) => !found.includes(file))
      .map((file) => `${place(file)}: is missing`),
    wrong: found.flatMap((file) => {
      if (!asked.includes(file)) {
        return [`${place(file)}: no text of this name is translated`];
      }
      const gaps = file.endsWith('.json')
        ? contentGaps(
            JSON.parse(read(english, file)) as object,
            JSON.parse(read(own, file)) as object,
          )
        : proseGaps(read(english, file), read(own, file));
      return gaps.map((gap) => `${place(file)}: ${gap}`);
    }),
  };
}

/** Returns what a language's emails lack. The compiler checks their shape. */
function mailGaps(language: string): readonly string[] {
  return [
    ...(existsSync(join(MAILS, `texts/${language}.ts`))
      ? []
      : [`apps/api/src/auth/mail/content/texts/${language}.ts: is missing`]),
    ...(new RegExp(`MAIL_TEXTS[^;]*\\b${language}\\b`).test(read(MAILS, 'mail-words.ts'))
      ? []
      : [`apps/api/src/auth/mail/content/mail-words.ts: MAIL_TEXTS has no ${language}`]),
  ];
}

/**
 * Returns what keeps a language from being complete; empty lists if it can be offered to visitors.
 * @param english the English texts by file name ("home.json")
 */
export function gapsOf(language: string, english: Readonly<Record<string, object>>): Gaps {
  const folder = join(SOURCES, 'i18n', language);
  const found = filesIn(folder);
  const place = (file: string) => `i18n/${language}/${file}`;
  const texts = Object.entries(english).map(([file, asked]) => {
    if (!found.includes(file)) {
      return { missing: [`${place(file)}: is missing`], wrong: [] };
    }
    const gaps = textGaps(asked, JSON.parse(read(folder, file)) as object, language);
    const named = (list: readonly string[]) => list.map((gap) => `${place(file)}: ${gap}`);
    return { missing: named(gaps.missing), wrong: named(gaps.wrong) };
  });
  const longForm = longFormGaps(language);
  return {
    missing: [
      ...texts.flatMap(({ missing }) => missing),
      ...longForm.missing,
      ...mailGaps(language),
    ],
    wrong: [
      ...found
        .filter((file) => !(file in english))
        .map((file) => `${place(file)}: no namespace has this name`),
      ...texts.flatMap(({ wrong }) => wrong),
      ...longForm.wrong,
    ],
  };
}
