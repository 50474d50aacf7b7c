import type { Resolution } from '@dipper/site';
import type { i18n } from 'i18next';
import { hasContent, loadContent } from '../../content/load-content.js';
import { hasTexts, loadMoreTexts } from '../../i18n/more-texts.js';

/** What a page needs besides its code: interface texts and long texts. */
export type PageParts = Pick<Resolution, 'namespaces' | 'content'>;

/** @throws ChunkLoadError */
export async function loadPageParts(i18n: i18n, parts: PageParts): Promise<void> {
  await Promise.all([
    loadMoreTexts(i18n, parts.namespaces),
    loadContent(i18n.language, parts.content),
  ]);
}

interface Attempt {
  readonly visit: string;
  readonly parts: Promise<void>;
}

const attempts = new WeakMap<i18n, Attempt>();

/**
 * What a page has to wait for before it renders, or null. One attempt per visit: React renders
 * again after a failure, and a new promise each time would repeat the request forever.
 * @param visit the router's key of the location
 */
export function awaitedParts(i18n: i18n, wanted: PageParts, visit: string): Promise<void> | null {
  if (hasTexts(i18n, wanted.namespaces) && hasContent(i18n.language, wanted.content)) {
    // Going back to a page that failed tries again.
    attempts.delete(i18n);
    return null;
  }
  const known = attempts.get(i18n);
  if (known?.visit === visit) {
    return known.parts;
  }
  const parts = loadPageParts(i18n, wanted);
  attempts.set(i18n, { visit, parts });
  return parts;
}
