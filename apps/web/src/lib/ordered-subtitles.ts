import type { Subtitles } from '@dipper/contract';
import { languageNames, languageRank } from './language-names.js';

export interface NamedSubtitles extends Subtitles {
  /** In the language of the page; else what the site calls them. */
  readonly shownName: string;
}

/**
 * Subtitles in the order in which they are shown: the visitor's own languages first, people's before
 * machines', by name. Hostile lists may name a language twice; the first one counts.
 * @param pageLanguage BCP 47
 * @param spoken what the visitor reads, best first, BCP 47
 */
export function orderedSubtitles(
  subtitles: readonly Subtitles[],
  pageLanguage: string,
  spoken: readonly string[],
): NamedSubtitles[] {
  const nameOf = languageNames(pageLanguage);
  const own = [...spoken, pageLanguage];
  const { compare } = new Intl.Collator(pageLanguage);
  const named = new Map<string, NamedSubtitles>();
  for (const one of subtitles) {
    const name = nameOf(one.language);
    const shownName = name === one.language ? (one.name ?? name) : name;
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
