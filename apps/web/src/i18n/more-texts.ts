import type { Namespace } from '@dipper/site';
import type { I18n } from './create-i18n.js';
import { fetchPart } from '../lib/browser/stale-build.js';
import type { LoadedTexts } from './catalogue.js';
import { namesIn } from './names-in.js';

/**
 * Loads a language's texts by namespace. The list of all texts is a separate chunk, because the
 * server embeds the first page's texts in its HTML.
 * @throws ChunkLoadError
 */
export async function fetchTexts(
  language: string,
  namespaces: readonly Namespace[],
): Promise<LoadedTexts> {
  const { loadTexts } = await fetchPart(() => import('./catalogue.js'));
  return loadTexts(language, namespaces);
}

function missing(i18n: I18n, namespaces: readonly Namespace[]) {
  const { language } = i18n;
  return namesIn(language, namespaces).filter((name) => !i18n.hasResourceBundle(language, name));
}

const loading = new WeakMap<I18n, Map<string, Promise<void>>>();

/**
 * Loads the texts that a page still lacks. Resolves at once if there are none. Repeated calls share
 * a promise, so that React can wait for it. Failures are forgotten.
 * @throws ChunkLoadError
 */
export function loadMoreTexts(i18n: I18n, namespaces: readonly Namespace[]): Promise<void> {
  const key = namespaces.join();
  const running = loading.get(i18n) ?? new Map<string, Promise<void>>();
  loading.set(i18n, running);
  const known = running.get(key);
  if (known !== undefined) {
    return known;
  }
  const load = async () => {
    const texts = await fetchTexts(i18n.language, missing(i18n, namespaces));
    for (const [name, text] of Object.entries(texts)) {
      i18n.addResourceBundle(i18n.language, name, text);
    }
  };
  const started = load();
  running.set(key, started);
  started.catch(() => running.delete(key));
  return started;
}

/** True if all texts of these namespaces are loaded. */
export function hasTexts(i18n: I18n, namespaces: readonly Namespace[]): boolean {
  return missing(i18n, namespaces).length === 0;
}
