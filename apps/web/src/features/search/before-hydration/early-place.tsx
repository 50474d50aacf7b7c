import { useTranslation } from '../../../i18n/use-translation.js';
import { useMounted } from '../../../lib/react/use-mounted.js';
import { EARLY_PLACE, takeEarlySearch } from './early-search.js';
import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Tells the visitor, before the app has started, that a search has begun. The inline script
 * (app/head/early-search-script.ts) reveals it without changing the HTML that React is about to hydrate.
 * It has the size of what the app will show in its place.
 */
export function EarlyPlace() {
  const { t } = useTranslation('search');
  return useMounted() ? null : (
    <div id={EARLY_PLACE} className="early-place">
      {/*
       * A separate element, because the class `grid` would show the place before there is a
       * search.
       */}
      <div className="grid grid-cols-1 gap-5">
        <p role="status" className="-mb-4 flex min-h-14 items-center ps-2 font-semibold">
          {t('messages.processing')}
        </p>
        <ResultPlace />
      </div>
    </div>
  );
}

/** Placeholder for a result whose code has not loaded yet. */
export function ResultPlace() {
  return <div className="card min-h-96" aria-busy="true" />;
}

/**
 * Continues the search that the visitor submitted before hydration.
 * @param submit a function that searches a text
 */
export function useEarlySearch(submit: (text: string) => void): void {
  const search = useEffectEvent(submit);
  useLayoutEffect(() => {
    // Deferred until after hydration, whose first render must match the server's, but before the
    // next paint, so that the search stays visible throughout.
    queueMicrotask(() => {
      const text = takeEarlySearch();
      if (text !== null) {
        search(text);
      }
    });
  }, []);
}
