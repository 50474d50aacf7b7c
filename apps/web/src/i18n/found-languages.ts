import type { ACCOUNT_LANGUAGES } from '@dipper/contract';
import type { LanguageFiles } from './language-files.js';

/**
 * The list of files of each language. Each list is a separate chunk, so that nobody loads the lists
 * of twelve languages. Jest reads the folders from disk instead.
 */
export const FOUND: Readonly<
  Record<(typeof ACCOUNT_LANGUAGES)[number], () => Promise<LanguageFiles>>
> = {
  en: () => import('./files/en.js'),
  es: () => import('./files/es.js'),
  fr: () => import('./files/fr.js'),
  de: () => import('./files/de.js'),
  it: () => import('./files/it.js'),
  pt: () => import('./files/pt.js'),
  ru: () => import('./files/ru.js'),
  ja: () => import('./files/ja.js'),
  ko: () => import('./files/ko.js'),
  zh: () => import('./files/zh.js'),
  ar: () => import('./files/ar.js'),
  hi: () => import('./files/hi.js'),
};
