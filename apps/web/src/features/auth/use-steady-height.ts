import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the height of a panel that changes by itself, so that a dialog whose middle or foot is fixed
 * does not jump under a hand; what a person asked for takes the room that it needs.
 * @param content changes with what the panel shows
 * @returns for the panel
 */
export function useSteadyHeight(
  content: string,
  isChosen: boolean,
): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef({ content, height: 0 });
  useLayoutEffect(() => {
    const { current } = panel;
    if (current === null) {
      return;
    }
    if (shown.current.content !== content) {
      current.style.minHeight = isChosen ? '' : `${shown.current.height}px`;
      shown.current = { content, height: 0 };
    }
    const sizes = new ResizeObserver(() => {
      shown.current = { content, height: current.offsetHeight };
    });
    sizes.observe(current);
    return () => sizes.disconnect();
  }, [content, isChosen]);
  return panel;
}
