import { LIMITS } from '@dipper/contract';
import { type RefObject, useEffect } from 'react';

/** What a visitor does who has seen the result already and is about to use it. */
const ACTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Scrolls to an element a moment after it has come (specification §9), unless the visitor acts
 * first, and no further once they do: a page that moves between press and release swallows the
 * click.
 * @param shown what the element shows; something new is scrolled to again, null is not scrolled to.
 */
export function useScrollIntoView(element: RefObject<HTMLElement | null>, shown: unknown): void {
  useEffect(() => {
    if (shown === null) {
      return;
    }
    const acted = new AbortController();
    const timer = setTimeout(() => element.current?.scrollIntoView(), LIMITS.scrollDelayMs);
    const stay = () => {
      clearTimeout(timer);
      acted.abort();
      window.scrollTo({ top: window.scrollY, behavior: 'instant' });
    };
    for (const act of ACTS) {
      window.addEventListener(act, stay, { signal: acted.signal, passive: true, capture: true });
    }
    return () => {
      clearTimeout(timer);
      acted.abort();
    };
  }, [element, shown]);
}
