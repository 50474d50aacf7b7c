import type { PageKind } from '@dipper/site';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { LatestMap } from '../../lib/state/latest-map.js';
import { entryState } from '../../site/entry-state.js';
import { sectionOf } from '../../lib/browser/section-of.js';

/** Scroll positions by history entry, for as many entries as browsers keep. */
const left = new LatestMap<string, number>(50);

/** True if the browser itself followed a fragment link, so the router has set no state. */
const isFragmentEntry = (): boolean => window.history.state === null;

/** Returns the router's key of the current history entry. */
function entryKey(): string {
  const state: unknown = window.history.state;
  if (isFragmentEntry()) {
    return 'fragment';
  }
  return typeof state === 'object' && state !== null && 'key' in state
    ? String(state.key)
    : 'default';
}

/**
 * Records scroll positions. The browser's own restoration would scroll before the previous page has
 * rendered. It is re-enabled on pagehide, for reloads.
 */
function useScrollMemory(): void {
  useEffect(() => {
    const note = () => left.set(entryKey(), window.scrollY);
    const ours = () => (window.history.scrollRestoration = 'manual');
    const theirs = () => (window.history.scrollRestoration = 'auto');
    const watched = new AbortController();
    const { signal } = watched;
    ours();
    window.addEventListener('scroll', note, { passive: true, signal });
    window.addEventListener('pageshow', ours, { signal });
    window.addEventListener('pagehide', theirs, { signal });
    return () => {
      theirs();
      watched.abort();
    };
  }, []);
}

/**
 * Scrolls after a navigation inside the site: to the requested section, otherwise to the top. The
 * focus moves to the page's heading, so that a screen reader starts there. Back and Forward restore
 * the old position. A rewritten query changes nothing, unless the link asks for the page's top. The
 * first load is left to the browser.
 * @param page the kind of the current page
 */
export function useScrollAndFocus(page: PageKind): void {
  const location = useLocation();
  const { pathname, hash, key } = location;
  const isTop = entryState(location).atTop === true;
  const navigated = useNavigationType();
  const last = useRef({ key, pathname, hash });
  useScrollMemory();

  useLayoutEffect(() => {
    const before = last.current;
    if (before.key === key && before.hash === hash) {
      return;
    }
    last.current = { key, pathname, hash };
    const isSamePlace = before.pathname === pathname && before.hash === hash && !isTop;
    if (navigated === NavigationType.Replace && isSamePlace) {
      // The page has only rewritten its query, so its scroll position now belongs to a new key.
      left.set(key, window.scrollY);
      return;
    }
    if (navigated === NavigationType.Pop) {
      if (isFragmentEntry()) {
        return;
      }
      window.scrollTo({ top: left.get(key) ?? 0, behavior: 'instant' });
      return;
    }
    const section = sectionOf(hash);
    if (section !== null) {
      section.scrollIntoView();
      section.focus({ preventScroll: true });
      return;
    }
    // A different file counts as a different page, even if only the query differs.
    const isOtherFile = page === 'preview' && navigated === NavigationType.Push;
    if (before.pathname !== pathname || isOtherFile || isTop) {
      window.scrollTo({ top: 0, behavior: 'instant' });
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    }
  }, [pathname, hash, key, isTop, navigated, page]);
}
