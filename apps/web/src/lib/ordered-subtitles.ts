import type { Subtitles } from '@dipper/contract';
import { baseOf, isUndetermined, languageNames, languageRank } from './language-names.js';

export interface NamedSubtitles extends Subtitles {
  /** In the language of the page; else what the site calls them; else their language alone. */
  readonly shownName: string;
}

/**
 * Subtitles in the order in which they are shown: the visitor's own languages first, people's before
 * machines', by name. Hostile lists may name a language twice; the first one counts.
 * @param pageLanguage BCP 47
 * @param spoken what the visitor reads, best first, BCP 47
 * @param unknown words for a language that nobody has named
 */
export function orderedSubtitles(
  subtitles: readonly Subtitles[],
  pageLanguage: string,
  spoken: readonly string[],
  unknown: string,
): NamedSubtitles[] {
  const nameOf = languageNames(pageLanguage);
  const own = [...spoken, pageLanguage];
  const { compare } = new Intl.Collator(pageLanguage);
  const named = new Map<string, NamedSubtitles>();
  for (const one of subtitles) {
    const name = nameOf(one.language);
    const base = baseOf(one.language);
    // Sites put a name of their own behind a language ("en-eEY6OEpapPo"), which is no tag.
    const rest = one.language.slice(base.length + 1);
    const known = rest === '' ? name : `${nameOf(base)} (${rest})`;
    const fallback = isUndetermined(base) ? unknown : known;
    const shownName = name === one.language ? (one.name ?? fallback) : name;
    const key = `${one.language} ${String(one.machine)}`;
    named.set(key, named.get(key) ?? { ...one, shownName });
  }
  return [...named.values()].sort(
    (a, b) =>
      Number(a.machine) - Number(b.machine) ||
      languageRank(a.language, own) - languageRank(b.language, own) ||
      compare(a.shownName, b.shownName),
  );
}
