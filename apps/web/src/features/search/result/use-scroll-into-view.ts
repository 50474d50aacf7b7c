import { LIMITS } from '@dipper/contract';
import { type RefObject, useEffect } from 'react';

/** Input suggesting that the visitor has already seen the result. */
const ACTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Scrolls to an element shortly after it appears (specification §9), unless the visitor acts first.
 * Any action also stops the scrolling, because a page that moves between press and release loses
 * the click.
 * @param shown identifies the content; new content scrolls again, null never does
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
