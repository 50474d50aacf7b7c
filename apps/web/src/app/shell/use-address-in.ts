import { canonicalSearch, pathIn } from '@dipper/site';
import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import { useSite } from '../../site/site.js';
import { resolvePath } from '../resolve-path.js';

/** Returns a function that returns this page's URL in another language. */
export function useAddressIn(): (language: string) => string {
  const { pathname, search } = useLocation();
  const { config } = useSite();
  return useCallback(
    (language) => {
      // Keep only parameters that the page reads, because its cached HTML is shared between
      // queries.
      const query = new URLSearchParams(
        canonicalSearch(search, resolvePath(pathname, config).page),
      );
      const path = pathIn(language, pathname);
      return query.size === 0 ? path : `${path}?${query.toString()}`;
    },
    [pathname, search, config],
  );
}
