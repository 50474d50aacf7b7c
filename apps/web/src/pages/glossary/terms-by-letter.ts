import type { GlossaryTerm } from '../../content/content-shapes.js';

export interface LetterGroup {
  /** In upper case; "#" for terms that do not start with a letter. */
  readonly letter: string;
  readonly terms: readonly GlossaryTerm[];
}

/** Heading of all terms in Han characters, for languages that do not sort them by letters. */
const HAN = '漢';

/**
 * The letters of pinyin, which has no syllables with I, U or V, and the first character of each in
 * the order of `Intl.Collator('zh')`.
 */
const PINYIN = 'ABCDEFGHJKLMNOPQRSTWXYZ';
const FIRST_OF_LETTER = [...'吖八嚓咑妸发旮哈丌咔垃妈拏喔妑七呥仨他屲夕丫帀'];

function letterOfHan(character: string, { compare }: Intl.Collator): string {
  const at = FIRST_OF_LETTER.findLastIndex((first) => compare(first, character) <= 0);
  return PINYIN[at] ?? HAN;
}

/**
 * The initial consonants of Hangul as separate letters, in the order of U+1100 to U+1112. The
 * characters that begin a decomposed syllable are meant to be joined, and many fonts misplace them
 * when they stand alone.
 */
const CONSONANTS = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];
const FIRST_CONSONANT = 0x1100;

/** Simplified Chinese is sorted by pinyin, traditional Chinese by strokes. */
function isPinyin(language: string): boolean {
  const { language: base, script } = new Intl.Locale(language).maximize();
  return base === 'zh' && script === 'Hans';
}

/** Returns the letter that a term is sorted under: "É" under E, "ｈ" under H. */
function letterOf(term: string, language: string, collator: Intl.Collator): string {
  const [first = ''] = term.normalize('NFKD').replace(/\p{M}/gu, '');
  if (/\p{Script=Han}/u.test(first)) {
    return isPinyin(language) ? letterOfHan(first, collator) : HAN;
  }
  const consonant = CONSONANTS[first.charCodeAt(0) - FIRST_CONSONANT];
  return consonant ?? (/\p{L}/u.test(first) ? first.toLocaleUpperCase(language) : '#');
}

/** Returns the terms in a language's dictionary order, grouped by first letter. */
export function termsByLetter(
  terms: readonly GlossaryTerm[],
  language: string,
): readonly LetterGroup[] {
  const collator = new Intl.Collator(language);
  const { compare } = collator;
  const sorted = [...terms].sort((a, b) => compare(a.term, b.term));
  const groups = new Map<string, GlossaryTerm[]>();
  for (const term of sorted) {
    const letter = letterOf(term.term, language, collator);
    groups.set(letter, [...(groups.get(letter) ?? []), term]);
  }
  // A letter may have both Latin and Han terms, which were sorted separately.
  return [...groups]
    .sort(([a], [b]) => compare(a, b))
    .map(([letter, grouped]) => ({ letter, terms: grouped }));
}
