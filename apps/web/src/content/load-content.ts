import type { Content } from './content-shapes.js';
import { fetchPart } from '../lib/browser/stale-build.js';

const loaded = new Map<string, Content>();

/**
 * Returns content that has already been loaded.
 * @throws Error if it has not, which is a bug
 */
export function contentAt(language: string, key: string): Content {
  const content = loaded.get(`${language} ${key}`);
  if (content === undefined) {
    throw new Error(`content/${language}/${key} is not loaded`);
  }
  return content;
}

export function hasContent(language: string, keys: readonly string[]): boolean {
  return keys.every((key) => loaded.has(`${language} ${key}`));
}

/** Finding texts is a separate chunk, because the home page has none. */
const finder = () => fetchPart(() => import('./find-content.js'));

/**
 * Returns the source files of texts, relative to apps/web, as they appear in the build's manifest,
 * and of the lists that name them.
 */
export async function contentModules(
  language: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  return keys.length === 0 ? [] : (await finder()).modulesOf(language, keys);
}

/**
 * Loads texts, so that `contentAt` can return them.
 * @param keys the keys of the texts, as in `Resolution.content`: "landing/youtube"
 * @throws ChunkLoadError; Error if a text exists in no language
 */
export async function loadContent(language: string, keys: readonly string[]): Promise<void> {
  const wanted = keys.filter((key) => !hasContent(language, [key]));
  if (wanted.length > 0) {
    const { loadIn } = await finder();
    const load = async (key: string) =>
      void loaded.set(`${language} ${key}`, await loadIn(language, key));
    await Promise.all(wanted.map(load));
  }
}
