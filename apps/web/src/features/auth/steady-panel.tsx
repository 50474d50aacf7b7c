import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface SteadyPanelProps {
  /** Changes with what the panel shows. */
  readonly content: string;
  /** Whether a person asked for it, and expects the dialog to change. */
  readonly isChosen: boolean;
  readonly children: ReactNode;
}

/**
 * As high as the form to sign in, and higher for what a person asked for. What comes by itself keeps
 * the height that it finds, as a dialog whose foot or middle stands still would jump.
 */
export function SteadyPanel({ content, isChosen, children }: SteadyPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef({ content, height: 0 });
  useLayoutEffect(() => {
    const { current } = panel;
    if (current === null) {
      return;
    }
    if (shown.current.content !== content) {
      current.style.minHeight = isChosen
        ? ''
        : `max(${shown.current.height}px, var(--least-height))`;
      shown.current = { content, height: 0 };
    }
    const sizes = new ResizeObserver(() => {
      shown.current = { content, height: current.offsetHeight };
    });
    sizes.observe(current);
    return () => sizes.disconnect();
  }, [content, isChosen]);
  return (
    <div
      ref={panel}
      className="flex min-h-(--least-height) flex-col [--least-height:29rem] max-[22.5rem]:[--least-height:31.75rem] sm:[--least-height:24.75rem]"
    >
      {children}
    </div>
  );
}
