import { type RefObject, useEffect } from 'react';

/**
 * Calls `tell` once an element is in or near the viewport. @param tell undefined disables the calls
 */
export function useSeen(
  element: RefObject<Element | null>,
  url: string,
  tell: ((url: string) => void) | undefined,
): void {
  useEffect(() => {
    if (element.current === null || tell === undefined || !('IntersectionObserver' in window)) {
      return;
    }
    const seen = new IntersectionObserver((changes) => {
      if (changes.some(({ isIntersecting }) => isIntersecting)) {
        seen.disconnect();
        tell(url);
      }
    });
    seen.observe(element.current);
    return () => seen.disconnect();
  }, [element, url, tell]);
}
