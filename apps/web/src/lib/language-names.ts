/** Whether a tag says only that nobody has said what language it is; engines call that "root". */
export function isUndetermined(tag: string): boolean {
  return ['und', ''].includes(baseOf(tag));
}

/**
 * Names of languages in that of a page.
 * @param pageLanguage BCP 47
 * @returns (tag) → name; what is no tag, or names no language, names itself: a newer server may know
 *   more of them
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

/** The language of a tag, without its script, region and what sites put behind it. */
export function baseOf(tag: string): string {
  return tag.replace(/-.*/s, '').toLowerCase();
}

/**
 * Where a language stands among those of a visitor: 0 is the best, and the same for all that is none.
 * @param own what the visitor reads, best first, BCP 47
 */
export function languageRank(tag: string, own: readonly string[]): number {
  const bases = own.map(baseOf);
  const at = bases.indexOf(baseOf(tag));
  return at === -1 ? bases.length : at;
}
