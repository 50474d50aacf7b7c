import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { SearchState } from './search.reducer.js';

/**
 * Keeps the place of a search that has failed, as far as it can be seen, until the visitor goes on:
 * what stands below would come up into view, and under a finger.
 * @returns for the element that holds form and result
 */
export function useHeldPlace(phase: SearchState['phase']): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null) {
      return;
    }
    if (phase === 'loading') {
      const observer = new ResizeObserver(() => {
        height.current = element.offsetHeight;
      });
      observer.observe(element);
      return () => observer.disconnect();
    }
    const seen = window.innerHeight - element.getBoundingClientRect().top;
    const held = phase === 'error' ? Math.min(height.current, seen) : 0;
    height.current = 0;
    element.style.minHeight = held > 0 ? `${held}px` : '';
  }, [phase]);
  return panel;
}
