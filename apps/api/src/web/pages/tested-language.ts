import { DEFAULT_LANGUAGE, PSEUDO_LANGUAGES } from '@dipper/site';

/**
 * The language of a page whose path does not name a language. Normally only the path determines the
 * language; outside production, tests can also request a pseudo-language with `?lang=`.
 * @param search the query with its question mark, or ''
 */
export function testedLanguage(search: string, isTested: boolean): string {
  const asked = isTested && search !== '' ? new URLSearchParams(search).get('lang') : null;
  return PSEUDO_LANGUAGES.find((language) => language === asked) ?? DEFAULT_LANGUAGE;
}
