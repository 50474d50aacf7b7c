import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface SteadyPanelProps {
  readonly content: string;
  /** True if the panel takes the height of the content, as for content that the visitor chose. */
  readonly mayResize: boolean;
  readonly children: ReactNode;
}

/**
 * A panel at least as high as the sign-in form. It keeps its height for content that appears on its
 * own, because the dialog would otherwise jump.
 */
export function SteadyPanel({ content, mayResize, children }: SteadyPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef({ content, height: 0 });
  useLayoutEffect(() => {
    const { current } = panel;
    if (current === null) {
      return;
    }
    if (shown.current.content !== content) {
      current.style.minHeight = mayResize
        ? ''
        : `max(${shown.current.height}px, var(--least-height))`;
      shown.current = { content, height: 0 };
    }
    const sizes = new ResizeObserver(() => {
      shown.current = { content, height: current.offsetHeight };
    });
    sizes.observe(current);
    return () => sizes.disconnect();
  }, [content, mayResize]);
  return (
    <div
      ref={panel}
      className="flex min-h-(--least-height) flex-col [--least-height:29rem] max-[22.5rem]:[--least-height:31.75rem] sm:[--least-height:24.75rem]"
    >
      {children}
    </div>
  );
}
