import type { Resolution } from '@dipper/site';
import type { I18n } from '../../i18n/create-i18n.js';
import { hasContent, loadContent } from '../../content/load-content.js';
import { hasTexts, loadMoreTexts } from '../../i18n/more-texts.js';

/** The texts that a page needs besides its code: interface texts and long-form texts. */
type PageTexts = Pick<Resolution, 'namespaces' | 'content'>;

/** @throws ChunkLoadError */
export async function loadPageTexts(i18n: I18n, texts: PageTexts): Promise<void> {
  await Promise.all([
    loadMoreTexts(i18n, texts.namespaces),
    loadContent(i18n.language, texts.content),
  ]);
}

interface Attempt {
  readonly visit: string;
  readonly texts: Promise<void>;
}

const attempts = new WeakMap<I18n, Attempt>();

/**
 * Returns what a page has to wait for before it renders, or null. There is one attempt per visit:
 * React renders again after a failure, so a new promise each time would repeat the request forever.
 * @param visit the router's key of the location
 */
export function awaitedTexts(i18n: I18n, wanted: PageTexts, visit: string): Promise<void> | null {
  if (hasTexts(i18n, wanted.namespaces) && hasContent(i18n.language, wanted.content)) {
    // Forget the attempts, so that returning to a page that failed loads its texts again.
    attempts.delete(i18n);
    return null;
  }
  const known = attempts.get(i18n);
  if (known?.visit === visit) {
    return known.texts;
  }
  const texts = loadPageTexts(i18n, wanted);
  attempts.set(i18n, { visit, texts });
  return texts;
}
