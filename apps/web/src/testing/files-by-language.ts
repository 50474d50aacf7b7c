import { ACCOUNT_LANGUAGES } from '@dipper/contract';
import type { LanguageFiles } from '../i18n/language-files.js';
import { filesIn, textsIn } from './files-in.js';

/** Replaces the lists of files that a build contains. */
export const FILES: Readonly<Record<string, () => Promise<LanguageFiles>>> = Object.fromEntries(
  ACCOUNT_LANGUAGES.map((language) => [
    `./files/${language}.ts`,
    () =>
      Promise.resolve({
        TEXTS: textsIn(`i18n/${language}`),
        CONTENT: filesIn(`content/${language}`),
      }),
  ]),
);
