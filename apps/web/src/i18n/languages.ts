import type { ACCOUNT_LANGUAGES } from '@dipper/contract';

/**
 * The languages of the pages, the default one first: all languages for accounts whose texts are
 * complete. A folder that is not listed here is work in progress and has no effect.
 */
export const LANGUAGES: readonly (typeof ACCOUNT_LANGUAGES)[number][] = [
  'en',
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'ru',
  'ja',
  'ko',
  'zh',
  'ar',
  'hi',
];
