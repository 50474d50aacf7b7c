import { fetchPart } from '../lib/browser/stale-build.js';
import { FILES } from './files-by-language.js';
import type { LanguageFiles } from './language-files.js';

const NONE: LanguageFiles = { TEXTS: {}, CONTENT: {} };

/**
 * Returns the files of a language; none if it is a pseudo-language.
 * @throws ChunkLoadError
 */
export async function filesOf(language: string): Promise<LanguageFiles> {
  const load = new Map(Object.entries(FILES)).get(`./files/${language}.ts`);
  return load === undefined ? NONE : fetchPart(load);
}
