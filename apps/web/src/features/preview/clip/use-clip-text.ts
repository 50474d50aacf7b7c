import { wishInQuery } from '@dipper/contract';
import { clipText } from '@dipper/media';
import { useShownQuery } from '../address/shown-query.js';

/**
 * Returns the page and the times of this clip as text for the search field; null for other files.
 */
export function useClipText(): string | null {
  const { recipe, source_url: link } = useShownQuery();
  const wish = wishInQuery(recipe);
  if (wish?.kind !== 'clip' || link === undefined) {
    return null;
  }
  const { start, end, as = null } = wish;
  return clipText({ link, start, end, as });
}
