import type { LanguageFiles } from './language-files.js';

/**
 * Loads the list of files of each language, by its path ("./files/de.ts"). Each list is a separate
 * chunk, so that nobody loads the lists of twelve languages. Jest reads the folders from disk
 * instead (testing/files-by-language.ts).
 */
export const FILES: Readonly<Record<string, () => Promise<LanguageFiles>>> =
  import.meta.glob<LanguageFiles>('./files/*.ts');
