import { DEFAULT_LANGUAGE, type Namespace } from '@dipper/site';

/**
 * The server sends error messages in English, and the summaries of legal pages are for readers of
 * other languages.
 */
const NOT_ON_ENGLISH_PAGES: readonly Namespace[] = ['errors', 'legal'];

/** Returns the namespaces that pages in this language need. */
export function namesIn(language: string, namespaces: readonly Namespace[]): readonly Namespace[] {
  return namespaces.filter(
    (name) => language !== DEFAULT_LANGUAGE || !NOT_ON_ENGLISH_PAGES.includes(name),
  );
}
