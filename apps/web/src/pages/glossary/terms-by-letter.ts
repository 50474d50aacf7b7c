import type { GlossaryTerm } from '../../content/content-shapes.js';

export interface LetterGroup {
  /** In upper case; "#" for terms that do not start with a letter. */
  readonly letter: string;
  readonly terms: readonly GlossaryTerm[];
}

/** Returns the letter under which a term is sorted: "É" under E, "ｈ" under H. */
function letterOf(term: string, language: string): string {
  const [first = ''] = term.normalize('NFKD').replace(/\p{M}/gu, '');
  return /\p{L}/u.test(first) ? first.toLocaleUpperCase(language) : '#';
}

/** Returns the terms in the dictionary order of a language, grouped by first letter. */
export function termsByLetter(
  terms: readonly GlossaryTerm[],
  language: string,
): readonly LetterGroup[] {
  const { compare } = new Intl.Collator(language);
  const sorted = [...terms].sort((a, b) => compare(a.term, b.term));
  const groups = new Map<string, GlossaryTerm[]>();
  for (const term of sorted) {
    const letter = letterOf(term.term, language);
    groups.set(letter, [...(groups.get(letter) ?? []), term]);
  }
  return [...groups].map(([letter, grouped]) => ({ letter, terms: grouped }));
}
