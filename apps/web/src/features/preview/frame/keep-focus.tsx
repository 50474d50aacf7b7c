import { type ReactNode, useEffect, useRef } from 'react';

interface KeepFocusProps {
  readonly className: string;
  readonly children: ReactNode;
}

/**
 * When what holds the focus is taken away (a cancelled merge, a file that expired), the browser
 * puts the focus on the body, and a keyboard starts again at the top of the page. Here it goes to
 * the heading of what came instead, or to that of the page.
 */
export function KeepFocus({ className, children }: KeepFocusProps) {
  const region = useRef<HTMLDivElement>(null);
  const focused = useRef<Element | null>(null);

  useEffect(() => {
    const element = region.current;
    if (element === null) {
      return;
    }
    const changes = new MutationObserver(() => {
      if (focused.current === null || focused.current.isConnected) {
        return;
      }
      focused.current = null;
      const heading =
        element.querySelector<HTMLElement>('h2[tabindex="-1"]') ??
        document.querySelector<HTMLElement>('h1[tabindex="-1"]');
      heading?.focus();
    });
    changes.observe(element, { childList: true, subtree: true });
    return () => changes.disconnect();
  }, []);

  return (
    <div
      ref={region}
      className={className}
      onFocus={({ target }) => (focused.current = target)}
      onBlur={() => (focused.current = null)}
    >
      {children}
    </div>
  );
}
