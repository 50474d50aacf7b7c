import { DEFAULT_LANGUAGE } from '@dipper/site';
import { fetchPart } from '../lib/browser/stale-build.js';

/** A long-form text that is loaded, and its language. */
export interface Content {
  readonly text: object;
  readonly language: string;
}

const loaded = new Map<string, Content>();

type Found = Readonly<Record<string, () => Promise<object>>>;

/** The list of all texts is a separate chunk, because the home page needs none of it. */
const FOUND_MODULE = 'src/content/found-content.ts';
const findContent = async (): Promise<Found> =>
  (await fetchPart(() => import('./found-content.js'))).FOUND_CONTENT;

/** Returns the file of a text in this language, or else in English. */
function fileOf(
  found: Found,
  language: string,
  key: string,
): { file: string; language: string } | null {
  for (const tag of [language, DEFAULT_LANGUAGE]) {
    const file = [`./${tag}/${key}.json`, `./${tag}/${key}.mdx`].find((it) => it in found);
    if (file !== undefined) {
      return { file, language: tag };
    }
  }
  return null;
}

/**
 * Returns a text that is loaded.
 * @throws Error if it is not loaded, which is a bug
 */
export function contentAt(language: string, key: string): Content {
  const content = loaded.get(`${language} ${key}`);
  if (content === undefined) {
    throw new Error(`content/${language}/${key} is not loaded`);
  }
  return content;
}

/** Returns the language of a page's texts: its own, or English if they are not translated. */
export function contentLanguage(language: string, keys: readonly string[]): string {
  const [key] = keys;
  return key === undefined ? language : contentAt(language, key).language;
}

export function hasContent(language: string, keys: readonly string[]): boolean {
  return keys.every((key) => loaded.has(`${language} ${key}`));
}

/**
 * Returns the source files of texts, relative to apps/web, as they appear in the build's manifest.
 */
export async function contentModules(
  language: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  if (keys.length === 0) {
    return [];
  }
  const found = await findContent();
  const files = keys.flatMap((key) => fileOf(found, language, key)?.file ?? []);
  return [FOUND_MODULE, ...files.map((file) => file.replace('./', 'src/content/'))];
}

async function loadOne(found: Found, language: string, key: string): Promise<void> {
  const at = fileOf(found, language, key);
  const load = at === null ? undefined : found[at.file];
  if (at === null || load === undefined) {
    throw new Error(`content/${DEFAULT_LANGUAGE}/${key} is missing`);
  }
  loaded.set(`${language} ${key}`, { text: await fetchPart(load), language: at.language });
}

/**
 * Loads texts, so that `contentAt` can return them.
 * @param keys as in `Resolution.content`: "landing/youtube"
 * @throws ChunkLoadError; Error if a text exists in no language
 */
export async function loadContent(language: string, keys: readonly string[]): Promise<void> {
  const wanted = keys.filter((key) => !hasContent(language, [key]));
  if (wanted.length > 0) {
    const found = await findContent();
    await Promise.all(wanted.map((key) => loadOne(found, language, key)));
  }
}
