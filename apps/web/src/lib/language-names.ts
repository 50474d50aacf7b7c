/**
 * Names of languages in that of a page.
 * @param pageLanguage BCP 47
 * @returns (tag) → name; what is no tag names itself: a newer server may know more of them
 */
export function languageNames(pageLanguage: string): (tag: string) => string {
  const names = new Intl.DisplayNames([pageLanguage], { type: 'language' });
  return (tag) => {
    try {
      return names.of(tag) ?? tag;
    } catch {
      return tag;
    }
  };
}

function baseOf(tag: string): string | undefined {
  return tag.split('-')[0]?.toLowerCase();
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
