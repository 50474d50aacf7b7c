import type { LanguageFiles } from '../language-files.js';

/** The namespaces are in catalogue.ts, because their types come from there. */
export const TEXTS: LanguageFiles['TEXTS'] = {};
export const CONTENT = import.meta.glob<object>(['./**/*.json', './**/*.mdx'], {
  base: '../../content/en',
});
