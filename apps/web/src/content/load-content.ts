import { DEFAULT_LANGUAGE } from '@dipper/site';
import { fetchPart } from '../lib/stale-build.js';
import { FOUND_CONTENT } from './found-content.js';

/** A long text that is loaded, and the language that it is in. */
export interface Content {
  readonly text: object;
  readonly language: string;
}

const loaded = new Map<string, Content>();

/** The file of a text: in this language, else in English. */
function fileOf(language: string, key: string): { file: string; language: string } | null {
  for (const tag of [language, DEFAULT_LANGUAGE]) {
    const file = [`./${tag}/${key}.json`, `./${tag}/${key}.mdx`].find((it) => it in FOUND_CONTENT);
    if (file !== undefined) {
      return { file, language: tag };
    }
  }
  return null;
}

/** A text that has been loaded. @throws Error where nobody has loaded it: a mistake of ours */
export function contentAt(language: string, key: string): Content {
  const content = loaded.get(`${language} ${key}`);
  if (content === undefined) {
    throw new Error(`content/${language}/${key} is not loaded`);
  }
  return content;
}

/** The language that a page's texts are in: its own, or English where they are not translated. */
export function contentLanguage(language: string, keys: readonly string[]): string {
  const [key] = keys;
  return key === undefined ? language : contentAt(language, key).language;
}

export function hasContent(language: string, keys: readonly string[]): boolean {
  return keys.every((key) => loaded.has(`${language} ${key}`));
}

/** The source files of texts from the root of the web, as the build's manifest names them. */
export function contentModules(language: string, keys: readonly string[]): readonly string[] {
  return keys.flatMap((key) => {
    const found = fileOf(language, key);
    return found === null ? [] : [found.file.replace('./', 'src/content/')];
  });
}

/**
 * Loads texts, so that `contentAt` has them.
 * @param keys as `Resolution.content` names them: "landing/youtube"
 * @throws ChunkLoadError; Error where a text is in no language
 */
export async function loadContent(language: string, keys: readonly string[]): Promise<void> {
  await Promise.all(
    keys
      .filter((key) => !hasContent(language, [key]))
      .map(async (key) => {
        const found = fileOf(language, key);
        const load = found === null ? undefined : FOUND_CONTENT[found.file];
        if (found === null || load === undefined) {
          throw new Error(`content/${DEFAULT_LANGUAGE}/${key} is missing`);
        }
        const text = await fetchPart(load);
        loaded.set(`${language} ${key}`, { text, language: found.language });
      }),
  );
}
