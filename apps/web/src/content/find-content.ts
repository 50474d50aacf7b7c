import { DEFAULT_LANGUAGE } from '@dipper/site';
import { filesOf } from '../i18n/files-of.js';
import { fetchPart } from '../lib/browser/stale-build.js';
import { isTranslated } from './is-translated.js';
import type { Content } from './content-shapes.js';

interface ContentFile {
  readonly language: string;
  /** Relative to the language's folder. */
  readonly path: string;
  readonly load: () => Promise<object>;
}

/** Returns the file of a text in this language, or else in English. */
async function fileOf(language: string, key: string): Promise<ContentFile | null> {
  const own = isTranslated(language, key) ? [language] : [];
  for (const tag of new Set([...own, DEFAULT_LANGUAGE])) {
    const { CONTENT } = await filesOf(tag);
    for (const path of [`./${key}.json`, `./${key}.mdx`]) {
      const load = CONTENT[path];
      if (load !== undefined) {
        return { language: tag, path, load };
      }
    }
  }
  return null;
}

/** @see contentModules */
export async function modulesOf(
  language: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  const files = await Promise.all(keys.map((key) => fileOf(language, key)));
  const modules = files.flatMap((file) =>
    file === null
      ? []
      : [
          `src/i18n/files/${file.language}.ts`,
          file.path.replace('.', `src/content/${file.language}`),
        ],
  );
  return [...new Set(['src/content/find-content.ts', ...modules])];
}

/**
 * @throws ChunkLoadError; Error if the text exists in no language
 */
export async function loadIn(language: string, key: string): Promise<Content> {
  const file = await fileOf(language, key);
  if (file === null) {
    throw new Error(`content/${DEFAULT_LANGUAGE}/${key} is missing`);
  }
  return { text: await fetchPart(file.load), language: file.language };
}
