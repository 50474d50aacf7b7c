import type { DisplayFont } from '@dipper/contract';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** A typeface from Fontsource. Each of its files contains some of the characters. */
export interface Family {
  readonly package: string;
  readonly fileOf: (subset: string) => string;
  /** The line height in ems. */
  readonly leading: number;
}

const display = (id: string, weight: number): Family => ({
  package: `@fontsource/${id}`,
  fileOf: (subset) => `${id}-${subset}-${weight}-normal.woff2`,
  leading: 1.14,
});

const noto = (id: string, leading: number): Family => ({
  package: `@fontsource-variable/${id}`,
  fileOf: (subset) => `${id}-${subset}-wght-normal.woff2`,
  leading,
});

const FACES = {
  youngSerif: display('young-serif', 400),
  fredoka: display('fredoka', 600),
  anton: display('anton', 400),
  zillaSlab: display('zilla-slab', 600),
};

/**
 * The display face for each font. The visitor's system fonts are not available here, so the nearest
 * face is used instead.
 */
const FACE_BY_FONT: Readonly<Record<DisplayFont, Family>> = {
  'young-serif': FACES.youngSerif,
  book: FACES.youngSerif,
  fredoka: FACES.fredoka,
  round: FACES.fredoka,
  anton: FACES.anton,
  narrow: FACES.anton,
  'zilla-slab': FACES.zillaSlab,
  typewriter: FACES.zillaSlab,
  system: FACES.zillaSlab,
};

/** Latin, Cyrillic and Greek. */
const SERIF = noto('noto-serif', 1.18);
const ARABIC = noto('noto-naskh-arabic', 1.45);
const DEVANAGARI = noto('noto-serif-devanagari', 1.4);
const JAPANESE = noto('noto-serif-jp', 1.26);
const KOREAN = noto('noto-serif-kr', 1.26);
const CHINESE = noto('noto-serif-sc', 1.26);

/** Japanese and Korean draw some Chinese characters differently. */
const HAN: Readonly<Record<string, Family>> = { ja: JAPANESE, ko: KOREAN };

/** Scripts that determine the family for a text, most specific first. */
const BY_SCRIPT: readonly (readonly [RegExp, Family])[] = [
  [/\p{Script=Arabic}/u, ARABIC],
  [/\p{Script=Devanagari}/u, DEVANAGARI],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, JAPANESE],
  [/\p{Script=Hangul}/u, KOREAN],
];

/** The brand's display face. */
export const faceOf = (font: DisplayFont): Family => FACE_BY_FONT[font];

/**
 * The families for a text whose letters the display face lacks, best first. The first family also
 * draws the Latin letters of the text, so that names don't stand out.
 */
export function familiesFor(text: string, language: string): readonly Family[] {
  const suited = BY_SCRIPT.filter(([script]) => script.test(text)).map(([, family]) => family);
  const han = /\p{Script=Han}/u.test(text) ? [HAN[language] ?? CHINESE, CHINESE, JAPANESE] : [];
  return [...new Set([...suited, ...han, SERIF])];
}

const { resolve } = createRequire(import.meta.url);

/** The first and last code point of a range. */
type Range = readonly [first: number, last: number];

/** The ranges of characters of each file, by the package of its family. */
const ranges = new Map<string, Promise<readonly (readonly [subset: string, Range[]])[]>>();

async function readRanges(name: string): Promise<[string, Range[]][]> {
  const text = await readFile(resolve(`${name}/unicode.json`), 'utf8');
  const lists = JSON.parse(text) as Record<string, string>;
  return Object.entries(lists).map(([subset, list]) => [subset, toRanges(list)]);
}

/** @param list in the notation of CSS: `U+0-FF,U+131` */
const toRanges = (list: string): Range[] =>
  list.split(',').map((range) => {
    const [first = '', last = first] = range.slice('U+'.length).split('-');
    return [parseInt(first, 16), parseInt(last, 16)];
  });

/** The files of a family that may have a character. */
export async function filesWith(family: Family, codePoint: number): Promise<readonly string[]> {
  const known = ranges.get(family.package) ?? readRanges(family.package);
  ranges.set(family.package, known);
  return (await known)
    .filter(([, list]) => list.some(([first, last]) => first <= codePoint && codePoint <= last))
    .map(([subset]) => {
      // Numbered subsets are written as "[12]".
      const file = family.fileOf(subset.replace(/[[\]]/g, ''));
      return resolve(`${family.package}/files/${file}`);
    });
}
