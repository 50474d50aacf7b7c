import { fetchPart } from '../lib/browser/stale-build.js';
import { FOUND } from './found-languages.js';
import type { LanguageFiles } from './language-files.js';

const BY_LANGUAGE: ReadonlyMap<string, () => Promise<LanguageFiles>> = new Map(
  Object.entries(FOUND),
);
const NONE: LanguageFiles = { TEXTS: {}, CONTENT: {} };

/**
 * Returns the files of a language; none if it is a pseudo-language.
 * @throws ChunkLoadError
 */
export async function filesOf(language: string): Promise<LanguageFiles> {
  const load = BY_LANGUAGE.get(language);
  return load === undefined ? NONE : fetchPart(load);
}
