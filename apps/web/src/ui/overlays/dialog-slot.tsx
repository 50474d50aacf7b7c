import { Component, type ReactNode, Suspense, useEffect } from 'react';

interface BoundaryProps {
  readonly onFail: () => void;
  readonly children: ReactNode;
}

/** Removes content that throws an error. The page behind it stays. */
class DialogBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.props.onFail();
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

interface DialogSlotProps extends BoundaryProps {
  /** The element that had the focus when the dialog was requested. */
  readonly opener: Element | null;
}

/**
 * Returns the focus to the opener or, because that may be in a closed menu, to the nearest
 * focusable element.
 */
function giveFocusBack(opener: Element | null): void {
  const menu = opener?.closest('details')?.querySelector('summary');
  // After signing in, the account menu has replaced the button.
  const account = document.querySelector('summary:has(> [data-account])');
  for (const target of [opener, menu, account, document.getElementById('main')]) {
    (target as HTMLElement | null | undefined)?.focus({ preventScroll: true });
    if (document.activeElement !== document.body) {
      return;
    }
  }
}

/**
 * Wraps a dialog's content; loaded with the first dialog. When the dialog closes, the focus returns
 * to the opener, unless something else has it, such as the heading of another page.
 */
export function DialogSlot({ opener, onFail, children }: DialogSlotProps) {
  useEffect(
    // Not a layout effect, because the page is inert until the dialog has been removed.
    () => () => {
      if (document.activeElement === document.body) {
        giveFocusBack(opener);
      }
    },
    [opener],
  );
  return (
    <DialogBoundary onFail={onFail}>
      <Suspense fallback={null}>{children}</Suspense>
    </DialogBoundary>
  );
}
