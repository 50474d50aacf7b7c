import { TRANSLATIONS } from './found-translations.js';

const TEXTS: ReadonlySet<string> = new Set(
  TRANSLATIONS.map((file) => file.replace(/^\.\/|\.(?:json|mdx)$/g, '')),
);

/**
 * True if a language has its own version of all these long-form texts. Otherwise, they are shown in
 * English.
 */
export function isTranslated(language: string, content: readonly string[]): boolean {
  return content.every((key) => TEXTS.has(`${language}/${key}`));
}
