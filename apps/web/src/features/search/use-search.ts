import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useCurrentPage } from '../../site/current-page.js';
import { type Found, type FoundList, handover } from '../../entities/media/handover/handover.js';
import { entryState } from '../../site/entry-state.js';
import { useSite } from '../../site/site.js';
import { showDisplayFont } from '../../theme/show-display-font.js';
import { platformId, track } from '../../site/counted-events.js';
import { ChunkLoadError, reloadOnce } from '../../lib/browser/stale-build.js';
import { whenLoaded } from '../../lib/browser/when-loaded.js';
import { checkLink } from './form/check-link.js';
import {
  abortEarlyReply,
  searchAgainPath,
  takeEarlyReply,
} from './before-hydration/early-search.js';
import { failureOf, findFormats, prefetchErrors, prefetchSearch } from './find-formats.js';
import { endVisit, keepResult, lastResult } from '../../entities/media/handover/last-result.js';
import { asksSearchAtOnce, prefillOf } from './form/prefill.js';
import {
  IDLE,
  type Search,
  searchReducer,
  type SearchState,
  shownAgain,
} from './search.reducer.js';

/**
 * Restores the formats when the visitor returns with Back from the preview page, or opens their
 * link again, unless the URL contains another link or the files turned out to be gone. Links to the
 * page itself, such as the logo, show its top and only offer the formats (LastResultOffer).
 */
function useFirstState(): () => SearchState {
  const location = useLocation();
  const returned = useNavigationType() === NavigationType.Pop;
  return () => {
    const prefill = prefillOf(location.search);
    const isAsked =
      prefill === '' ? returned && !entryState(location).atTop : asksSearchAtOnce(location);
    const last = isAsked ? lastResult(prefill, location.pathname) : null;
    return last === null || handover().refresh !== null ? IDLE : shownAgain(last, !returned);
  };
}

/** Stores results for the offline page, if the domain has one. */
function useKeptResults(state: SearchState): void {
  const { offlineMode } = useSite().config.features;
  const shown = 'info' in state ? state.info : 'list' in state ? state.list : null;
  const found = offlineMode ? shown : null;
  useEffect(() => {
    if (found !== null) {
      import('./offline/recent-results.js').then(
        ({ noteRecentResult }) => noteRecentResult(found),
        () => undefined,
      );
    }
  }, [found]);
}

/** Keeps the current result for the visitor's return from the preview page, even after a reload. */
function useWayBack(state: SearchState): void {
  const { pathname } = useLocation();
  const hasBegun = useRef(false);
  useEffect(() => {
    const found = 'info' in state || 'list' in state ? state : null;
    if (!hasBegun.current) {
      if (state.phase === 'idle') {
        // The last result is still offered.
        return;
      }
      hasBegun.current = true;
      endVisit();
    }
    // A restored result keeps its age.
    if (keepResult(found, pathname)) {
      import('../../entities/media/handover/last-result-storage.js').then(
        ({ storeResult }) => storeResult(found, pathname),
        () => undefined,
      );
    }
  }, [state, pathname]);
}

/** A request for one link. */
interface RunningSearch {
  readonly controller: AbortController;
  /** True once the formats or the list have arrived. Only facts and sizes follow. */
  isFound: boolean;
}

/**
 * Returns functions that start a search and abandon the running one. A search that has found
 * nothing yet is aborted, so that the server stops reading the page. Any other is read to the end,
 * which is only seconds away: visitors usually choose a format before the last size arrives, and
 * aborting would then show up as a failed request.
 */
function useRunning() {
  const running = useRef<RunningSearch | null>(null);
  const leaveIt = useCallback(() => {
    const left = running.current;
    running.current = null;
    if (left?.isFound === false) {
      left.controller.abort();
    }
  }, []);
  const begin = useCallback(() => {
    leaveIt();
    const search: RunningSearch = { controller: new AbortController(), isFound: false };
    running.current = search;
    return { search, isLeft: () => running.current !== search };
  }, [leaveIt]);
  useEffect(() => leaveIt, [leaveIt]);
  return { begin, leaveIt };
}

/**
 * Loads the code of a search once the page has loaded and the browser is idle, so that the first
 * search on a slow connection need not wait for it. Skipped for visitors with data
 * saving turned on.
 */
function usePrefetchOnce(prepare: () => void): void {
  useEffect(() => whenLoaded(prepare), [prepare]);
}

/**
 * Shows the display font once the code of a search has loaded and no search is running, so that it
 * delays neither.
 */
function useLateFont(isSearching: boolean): void {
  useEffect(() => {
    if (isSearching) {
      return;
    }
    let isLeft = false;
    const cancel = whenLoaded(() => {
      void prefetchSearch().then(() => {
        if (!isLeft) {
          showDisplayFont(document);
        }
      });
    });
    return () => {
      isLeft = true;
      cancel();
    };
  }, [isSearching]);
}

/** The search of a page that shows its own results. */
export function useSearch(): Search {
  const { t, i18n } = useTranslation('search');
  const [state, dispatch] = useReducer(searchReducer, null, useFirstState());
  const { begin, leaveIt } = useRunning();
  const { platform } = useCurrentPage().params;
  const { download: endpoint } = useSite().config.api.endpoints;

  useKeptResults(state);
  useWayBack(state);

  const ask = useCallback(
    (text: string, from?: FoundList) => {
      leaveIt();
      const checked = checkLink(text, platform);
      if (!checked.ok) {
        abortEarlyReply();
        dispatch({ type: 'refused', error: t(checked.message) });
        return;
      }
      const { link, links } = checked;
      const { search, isLeft } = begin();
      const { signal } = search.controller;
      const reply = takeEarlyReply(links === undefined ? checked.text : null, signal);
      const question = { text: checked.text, links, endpoint, reply };
      dispatch({ type: 'submitted', link, from });
      track({ name: 'video_search', platform: platformId(link) });
      const fail = async (error: unknown) => {
        // By now, the visitor may be on another page or searching for another link.
        if (isLeft()) {
          return;
        }
        const reloads =
          error instanceof ChunkLoadError &&
          (await reloadOnce(searchAgainPath(window.location.pathname, text), {
            signal,
          }));
        if (reloads) {
          return;
        }
        const failure = await failureOf(error, i18n);
        if (!isLeft()) {
          dispatch({ type: 'failed', link, text, ...failure });
        }
      };
      const listen = async () => {
        for await (const update of findFormats(question, signal)) {
          search.isFound ||= update.type === 'result' || update.type === 'list';
          if (!isLeft()) {
            dispatch({ type: 'updated', link, update });
          }
        }
        if (!isLeft()) {
          dispatch({ type: 'ended', link });
        }
      };
      listen().catch(fail);
    },
    [t, i18n, platform, endpoint, begin, leaveIt],
  );
  const submit = useCallback((text: string) => ask(text), [ask]);
  const back = useCallback(
    (found: FoundList) => {
      leaveIt();
      dispatch({ type: 'returned', found, isNew: false });
    },
    [leaveIt],
  );
  const show = useCallback(
    (found: Found) => dispatch({ type: 'returned', found, isNew: true }),
    [],
  );
  const prepare = useCallback(() => {
    void prefetchSearch();
    prefetchErrors(i18n);
  }, [i18n]);
  usePrefetchOnce(prepare);
  useLateFont(state.phase === 'loading');
  const typed = useCallback(() => dispatch({ type: 'typed' }), []);
  const clear = useCallback(() => {
    leaveIt();
    dispatch({ type: 'cleared' });
  }, [leaveIt]);
  return { state, prepare, submit, pick: ask, back, show, typed, clear };
}
