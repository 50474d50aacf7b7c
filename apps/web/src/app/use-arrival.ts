import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * After a change of page inside the site: to the section that was asked for, else to the top with
 * the focus on the page's heading, so that a screen reader starts there. Not on the first load,
 * where the browser does this itself.
 */
export function useArrival(): void {
  const { pathname, hash, key } = useLocation();
  const first = useRef({ key, pathname });

  useEffect(() => {
    if (first.current.key === key) {
      return;
    }
    const samePage = first.current.pathname === pathname;
    first.current = { key, pathname };
    const section = hash === '' ? null : document.getElementById(hash.slice(1));
    if (section !== null) {
      section.scrollIntoView();
      section.focus({ preventScroll: true });
      return;
    }
    if (!samePage) {
      window.scrollTo({ top: 0, behavior: 'instant' });
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    }
  }, [pathname, hash, key]);
}
