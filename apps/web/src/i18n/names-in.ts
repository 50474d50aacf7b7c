import { DEFAULT_LANGUAGE, type Namespace } from '@dipper/site';

/**
 * Returns the namespaces that have texts in this language. English error messages come from the
 * server.
 */
export function namesIn(language: string, namespaces: readonly Namespace[]): readonly Namespace[] {
  return namespaces.filter((name) => language !== DEFAULT_LANGUAGE || name !== 'errors');
}
