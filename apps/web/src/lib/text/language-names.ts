/** True for a tag of an unknown language, which engines would call "root". */
export function isUndetermined(tag: string): boolean {
  return ['und', ''].includes(baseOf(tag));
}

/**
 * Names of languages in a page's language.
 * @param pageLanguage BCP 47
 * @returns (tag) → name; invalid or unknown tags stay as they are, as a newer server may know more
 */
export function languageNames(pageLanguage: string): (tag: string) => string {
  const names = new Intl.DisplayNames([pageLanguage], { type: 'language' });
  return (tag) => {
    if (isUndetermined(tag)) {
      return tag;
    }
    try {
      return names.of(tag) ?? tag;
    } catch {
      return tag;
    }
  };
}

/** A tag's language, without script, region and sites' own suffixes. */
export function baseOf(tag: string): string {
  return tag.replace(/-.*/s, '').toLowerCase();
}

/**
 * A language's rank among the visitor's languages: 0 is best, all other languages share the last.
 * @param own the visitor's languages, best first, BCP 47
 */
export function languageRank(tag: string, own: readonly string[]): number {
  const bases = own.map(baseOf);
  const at = bases.indexOf(baseOf(tag));
  return at === -1 ? bases.length : at;
}
