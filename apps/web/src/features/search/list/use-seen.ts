import { type RefObject, useEffect } from 'react';

/** Tells once that an element was seen, or is about to be. @param tell undefined: nobody asks */
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
