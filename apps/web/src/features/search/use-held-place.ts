import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { SearchState } from './search.reducer.js';

/**
 * Keeps the visible height of a failed search until the next step. Otherwise the content below
 * would jump up under the visitor's finger.
 * @returns the ref of the element around the form and the result
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
