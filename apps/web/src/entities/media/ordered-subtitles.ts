import type { Subtitles } from '@dipper/contract';
import {
  baseOf,
  isUndetermined,
  languageNames,
  languageRank,
} from '../../lib/text/language-names.js';

export interface NamedSubtitles extends Subtitles {
  /** In the page's language, otherwise as the site names it, otherwise just the language. */
  readonly shownName: string;
}

/** Distinguishes an item's subtitles: one language may have human-made and auto-generated ones. */
export function subtitlesId({
  language,
  machine,
}: Pick<Subtitles, 'language' | 'machine'>): string {
  return machine ? `${language} machine` : language;
}

/**
 * Returns subtitles in display order: the visitor's own languages first, human-made before
 * auto-generated, then by name. If a hostile list contains a language twice, only the first entry
 * counts.
 * @param pageLanguage the page's language (BCP 47)
 * @param spoken the visitor's languages, best first, BCP 47
 * @param unknown the name to show for an unspecified language
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
    // Sites append their own suffix to a language ("en-eEY6OEpapPo"), which is not a valid tag.
    const rest = one.language.slice(base.length + 1);
    const known = rest === '' ? name : `${nameOf(base)} (${rest})`;
    const fallback = isUndetermined(base) ? unknown : known;
    const shownName = name === one.language ? (one.name ?? fallback) : name;
    const key = subtitlesId(one);
    named.set(key, named.get(key) ?? { ...one, shownName });
  }
  return [...named.values()].sort(
    (a, b) =>
      Number(a.machine) - Number(b.machine) ||
      languageRank(a.language, own) - languageRank(b.language, own) ||
      compare(a.shownName, b.shownName),
  );
}
