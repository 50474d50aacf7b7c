import { useEffect } from 'react';
import { useMediaWords } from '../../entities/media/use-media-words.js';
import { usePrefetch } from '../../site/prefetch.js';
import { useSite } from '../../site/site.js';
import type { SearchState } from './search.reducer.js';

/**
 * Prefetches the preview page once there is a result.
 * @returns the document title (specification §4, Search); null if there is no result
 */
export function useFound(state: SearchState): string | null {
  const { name } = useSite().config.branding;
  const words = useMediaWords();
  const prefetch = usePrefetch();
  const found = 'info' in state ? state.info : 'list' in state ? state.list : null;
  const isFound = found !== null;
  useEffect(() => {
    if (isFound) {
      prefetch('preview');
    }
  }, [isFound, prefetch]);
  return found === null
    ? null
    : `${name} | ${words.platform(found.platform)} | ${words.title(found.title)}`;
}
