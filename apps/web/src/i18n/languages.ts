import type { catalogue as english } from './en/index.js';

/** Texts of one language: the shape of the English ones, any wording. */
export type Catalogue = {
  [Namespace in keyof typeof english]: Texts<(typeof english)[Namespace]>;
};
type Texts<T> = { [Key in keyof T]: T[Key] extends string ? string : Texts<T[Key]> };

interface Language {
  readonly direction: 'ltr' | 'rtl';
  /** The module of `load`, from the root of the web: preloaded with the page. */
  readonly module: string;
  readonly load: () => Promise<Catalogue>;
}

/** One row for each language; its texts are a chunk of their own. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    direction: 'ltr',
    module: 'src/i18n/en/index.ts',
    load: async () => (await import('./en/index.js')).catalogue,
  },
};

export const DEFAULT_LANGUAGE = 'en';

/** The language that stands for a tag of the wire ("en-GB" is "en"); English when we have no other. */
export function supportedLanguage(tag: string): string {
  const [base = ''] = tag.toLowerCase().split('-');
  return Object.hasOwn(LANGUAGES, base) ? base : DEFAULT_LANGUAGE;
}

/** Direction, module and loader of a language tag. */
export function languageOf(tag: string): Language {
  const language = LANGUAGES[supportedLanguage(tag)];
  if (language === undefined) {
    throw new Error(`No language ${tag}`);
  }
  return language;
}
