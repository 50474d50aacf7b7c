/** The language of paths without a prefix. Also the fallback language. */
export const DEFAULT_LANGUAGE = 'en';

/**
 * The pseudo-locales of CLDR: accented text that is 50% longer, and text mirrored from right to
 * left. In tests, they reveal strings that are untranslated, cut off or not mirrored. They are
 * never offered to visitors.
 */
export const PSEUDO_LONG = 'en-XA';
export const PSEUDO_MIRRORED = 'ar-XB';

export const PSEUDO_LANGUAGES: readonly string[] = [PSEUDO_LONG, PSEUDO_MIRRORED];

export function isPseudo(tag: string): boolean {
  return PSEUDO_LANGUAGES.includes(tag);
}

/** Right-to-left scripts that are used on the web (ISO 15924). */
const RTL_SCRIPTS = /^(?:adlm|arab|aran|hebr|mand|nkoo|rohg|samr|syrc|thaa)$/;
/** Languages that are written in one of these scripts, unless the tag contains another script. */
const RTL_LANGUAGES = /^(?:ar|arc|ckb|dv|fa|glk|he|iw|ji|ks|lrc|mzn|nqo|pnb|ps|sd|syr|ug|ur|yi)$/;

/** The writing direction of a BCP 47 tag. A script subtag takes precedence ("ur-Latn"). */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const [language = '', ...rest] = tag.toLowerCase().split('-');
  const script = rest.find((subtag) => /^[a-z]{4}$/.test(subtag));
  const rtl = script === undefined ? RTL_LANGUAGES.test(language) : RTL_SCRIPTS.test(script);
  return rtl ? 'rtl' : 'ltr';
}
