import { useEffectEvent, useLayoutEffect } from 'react';
import { takeEarlySearch } from './early-search.js';

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
