/** True for the tag of an undetermined language, which JavaScript engines would name "root". */
export function isUndetermined(tag: string): boolean {
  return ['und', ''].includes(baseOf(tag));
}

/**
 * Returns the names of languages in a page's language. They begin with a capital, as at the start
 * of a line or a label, although many languages write such names in lower case within a sentence.
 * @param pageLanguage the page's language (BCP 47)
 * @returns a function from a tag to a name; invalid or unknown tags stay unchanged, because a newer
 * server may know more
 */
export function languageNames(pageLanguage: string): (tag: string) => string {
  const names = new Intl.DisplayNames([pageLanguage], { type: 'language' });
  return (tag) => {
    if (isUndetermined(tag)) {
      return tag;
    }
    try {
      const name = names.of(tag) ?? tag;
      const [first = '', ...rest] = name;
      return name === tag ? tag : first.toLocaleUpperCase(pageLanguage) + rest.join('');
    } catch {
      return tag;
    }
  };
}

/**
 * Returns the language of a tag, without its script, its region and the suffixes that sites append.
 */
export function baseOf(tag: string): string {
  return tag.replace(/-.*/s, '').toLowerCase();
}

/**
 * Returns a language's rank among the visitor's languages: 0 is the best, and all others share the
 * last rank.
 * @param own the visitor's languages, best first, BCP 47
 */
export function languageRank(tag: string, own: readonly string[]): number {
  const bases = own.map(baseOf);
  const at = bases.indexOf(baseOf(tag));
  return at === -1 ? bases.length : at;
}
