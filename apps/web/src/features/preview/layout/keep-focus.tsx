import { type ReactNode, useEffect, useRef } from 'react';

interface KeepFocusProps {
  readonly className: string;
  readonly children: ReactNode;
}

/**
 * Keeps the focus near a replaced element. When the browser removes a focused element (a cancelled
 * merge, an expired file), the focus falls back to the body, and keyboard users start over at the
 * top. This component moves it to the heading of the replacement, or else to that of the page.
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
