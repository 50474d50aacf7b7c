import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { sectionOf } from '../../lib/browser/section-of.js';

/**
 * Unfolds the article that the fragment refers to, by its id or by an error code, and scrolls to
 * it.
 */
export function useAskedArticle(): void {
  const { hash, key } = useLocation();
  useLayoutEffect(() => {
    const article = sectionOf(hash)?.closest('details');
    if (article) {
      article.open = true;
      article.querySelector('summary')?.focus({ preventScroll: true });
      article.scrollIntoView();
    }
  }, [hash, key]);
}
