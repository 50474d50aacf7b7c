/** The language of paths without a prefix, and the last resort where no other fits. */
export const DEFAULT_LANGUAGE = 'en';

/**
 * CLDR's pseudo-locales: texts half as long again with accents, and texts mirrored right to left.
 * They show in tests what is not translated, cut off, or not mirrored; no visitor is offered one.
 */
export const PSEUDO_LONG = 'en-XA';
export const PSEUDO_MIRRORED = 'ar-XB';

export const PSEUDO_LANGUAGES: readonly string[] = [PSEUDO_LONG, PSEUDO_MIRRORED];

/** True for a language tag that only tests read. */
export function isPseudo(tag: string): boolean {
  return PSEUDO_LANGUAGES.includes(tag);
}

/** ISO 15924 scripts that run from right to left and are in use on the web. */
const RTL_SCRIPTS = /^(?:adlm|arab|aran|hebr|mand|nkoo|rohg|samr|syrc|thaa)$/;
/** Languages that are written in one of these unless their tag names another script. */
const RTL_LANGUAGES = /^(?:ar|arc|ckb|dv|fa|glk|he|iw|ji|ks|lrc|mzn|nqo|pnb|ps|sd|syr|ug|ur|yi)$/;

/** The direction in which a BCP 47 tag's language is written; a script subtag decides ("ur-Latn"). */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const [language = '', ...rest] = tag.toLowerCase().split('-');
  const script = rest.find((subtag) => /^[a-z]{4}$/.test(subtag));
  const rtl = script === undefined ? RTL_LANGUAGES.test(language) : RTL_SCRIPTS.test(script);
  return rtl ? 'rtl' : 'ltr';
}
