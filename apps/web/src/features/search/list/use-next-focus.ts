import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** Marks the element that takes the focus when the one that had it is gone. */
export const NEXT = { 'data-next': true } as const;

/**
 * Moves the focus to the next step when a change removes the element that has it. Otherwise it would
 * fall back to the body, and keyboard users would start over at the top of the page.
 * @param bar the element whose content changes; it takes the focus itself if no element is marked
 * @param phase identifies the content
 * @returns handlers for `bar`
 */
export function useNextFocus(bar: RefObject<HTMLElement | null>, phase: string) {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (focused.current !== null && !focused.current.isConnected) {
      focused.current = null;
      const next = bar.current?.querySelector<HTMLElement>('[data-next]') ?? bar.current;
      next?.focus({ preventScroll: true });
    }
  }, [bar, phase]);
  return {
    onFocus: ({ target }: FocusEvent) => void (focused.current = target),
    onBlur: () => void (focused.current = null),
  };
}
