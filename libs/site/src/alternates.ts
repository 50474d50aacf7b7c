import { isPseudo } from './language-tags.js';
import { pathIn } from './page-paths.js';

/** A page in another language, for `<link rel="alternate" hreflang>`. */
export interface Alternate {
  /** A language tag, or `x-default` for all other languages. */
  readonly language: string;
  readonly path: string;
}

/**
 * The paths of a page in all languages, including its own. Empty if there is only one language.
 * @param path the page's main path in the default language
 */
export function alternatesOf(path: string, languages: readonly string[]): readonly Alternate[] {
  const tags = languages.filter((tag) => !isPseudo(tag));
  return tags.length < 2
    ? []
    : [
        ...tags.map((language) => ({ language, path: pathIn(language, path) })),
        { language: 'x-default', path },
      ];
}
