import { DEFAULT_LANGUAGE, PSEUDO_LANGUAGES } from '@dipper/site';

/**
 * The language of a page whose path names none. A page's language depends on its path alone;
 * outside of production `?lang=` also shows a pseudo-language, for tests.
 * @param search the query with its question mark, or ''
 */
export function testedLanguage(search: string, isTested: boolean): string {
  const asked = isTested && search !== '' ? new URLSearchParams(search).get('lang') : null;
  return PSEUDO_LANGUAGES.find((language) => language === asked) ?? DEFAULT_LANGUAGE;
}
