import { SENT } from '@dipper/site';
import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { type EntryState, entryState } from '../../../site/entry-state.js';
import type { SearchState } from '../search.reducer.js';
import { checkLink } from './check-link.js';
import { prefillOf, withoutPrefill } from './prefill.js';

/**
 * The longest query that is written into the address, in characters. The server accepts 16 KiB of
 * headers, which fifty pasted links may exceed.
 */
const LONGEST_QUERY = 4096;

/** Returns the link of the displayed result; null if there is none. */
export function shownLink(state: SearchState): string | null {
  return 'info' in state || 'list' in state ? state.link : null;
}

/**
 * Returns the query for a page with this search: with `?url=…&go=1` for a result, so that a reload
 * finds it again, and without both otherwise. The query stays while its link, or an entry of its
 * list, is being searched.
 * @param search the current query, whose other parameters are kept
 */
export function searchWith(state: SearchState, search: string): string {
  const rest = withoutPrefill(search) ?? search;
  const link = shownLink(state);
  if (link === null) {
    if (state.phase !== 'loading') {
      return rest;
    }
    const checked = checkLink(prefillOf(search));
    const isAsked = checked.ok && checked.link === state.link;
    return isAsked || state.from !== undefined ? search : rest;
  }
  const query = new URLSearchParams(rest);
  query.set('url', link);
  query.set(SENT, '1');
  const asked = `?${query.toString()}`;
  return asked.length > LONGEST_QUERY ? rest : asked;
}

/**
 * True if this page has just written the current address. After a reload or Back, the result has to
 * be found again.
 */
export function useIsOwnAddress(): boolean {
  const isReplaced = useNavigationType() === NavigationType.Replace;
  return entryState(useLocation()).after !== undefined && isReplaced;
}

/**
 * True if the browser has moved to another entry whose page is still loading. Writing the address
 * would undo that navigation.
 */
function isLeaving(key: string): boolean {
  const { key: entry } = Object(window.history.state) as { readonly key?: string };
  return entry !== undefined && entry !== key;
}

/**
 * Writes the result into the page's address without adding a history entry. Addresses with another
 * link, opened by the visitor, are handled by `usePrefilledText`.
 */
export function useResultAddress(state: SearchState): void {
  const location = useLocation();
  const { pathname, search, hash, key } = location;
  const navigate = useNavigate();
  const { picked } = entryState(location);
  const isOwn = useIsOwnAddress();
  const last = useRef(state);
  useEffect(() => {
    const isChanged = last.current !== state;
    last.current = state;
    const isForeign = withoutPrefill(search) !== null && !isOwn;
    if ((isForeign && !isChanged) || isLeaving(key)) {
      return;
    }
    const wanted = searchWith(state, search);
    if (wanted !== search) {
      const entry: EntryState = { after: key, ...(picked !== undefined && { picked }) };
      navigate({ pathname, search: wanted, hash }, { replace: true, state: entry });
    }
  }, [state, pathname, search, hash, key, isOwn, picked, navigate]);
}
