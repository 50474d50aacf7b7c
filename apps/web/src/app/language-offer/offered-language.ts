interface Choice {
  /** The language of the page. */
  readonly page: string;
  /** The visitor's languages, best first, as in `navigator.languages` (BCP 47). */
  readonly preferred: readonly string[];
  /** The languages in which this page exists. */
  readonly available: readonly string[];
  /** The language chosen earlier on this device, or `NO_OFFER`; null if neither. */
  readonly kept: string | null;
}

/** Adds the likely script and region (UTS 35): "zh-TW" becomes "zh-Hant-TW". Null if malformed. */
function complete(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
}

/**
 * Returns the language that suits readers of a tag's language best. The script must be the same,
 * because many who read one script of a language cannot read the other (zh-Hans, zh-Hant). Among
 * several, one with the same region is preferred, then the first in the list.
 */
function closest(tag: string, languages: readonly string[]): string | null {
  const wanted = complete(tag);
  const close = languages.filter((language) => {
    const one = complete(language);
    return one?.language === wanted?.language && one?.script === wanted?.script;
  });
  const sameRegion = close.find((language) => complete(language)?.region === wanted?.region);
  return wanted === null ? null : (sameRegion ?? close[0] ?? null);
}

/**
 * Returns the language in which to offer a page: the one that the visitor chose earlier, otherwise
 * the one that the browser prefers. Null if that is the current one, the page does not exist in it,
 * or the visitor wants no offer.
 */
export function offeredLanguage({ page, preferred, available, kept }: Choice): string | null {
  if (kept !== null) {
    return kept !== page && available.includes(kept) ? kept : null;
  }
  const languages = [page, ...available];
  const [best = page] = preferred.flatMap((tag) => closest(tag, languages) ?? []);
  return best === page ? null : best;
}
