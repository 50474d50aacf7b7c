import type { PageKind } from '@dipper/site';
import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { track } from '../../site/counted-events.js';
import { useSite } from '../../site/site.js';

/**
 * Reports a page view once the page has rendered with its title, so it must be inside the page's
 * boundary. Replacing the query or changing the fragment is not a new view.
 */
export function PageViewEvent({ page }: { readonly page: PageKind }) {
  const { prefix } = useSite();
  const { pathname, search } = useLocation();
  const isTidied = useNavigationType() === NavigationType.Replace;
  const last = useRef('');
  useEffect(() => {
    if (!isTidied || last.current !== pathname) {
      track({ name: 'page_view', page, path: `${prefix}${pathname}` });
    }
    last.current = pathname;
    // oxlint-disable-next-line react/exhaustive-deps -- a different URL is a different view
  }, [pathname, search]);
  return null;
}
