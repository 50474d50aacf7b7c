type Files = Readonly<Record<string, () => Promise<object>>>;

/** The files of a language by their path in its folder ("./home.json"). */
export interface LanguageFiles {
  /** The namespaces, in i18n/{language}. */
  readonly TEXTS: Files;
  /** The long-form texts, in content/{language}. */
  readonly CONTENT: Files;
}
