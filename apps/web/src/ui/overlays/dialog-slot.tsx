import { Component, type ReactNode, Suspense, useEffect } from 'react';

interface BoundaryProps {
  readonly onFail: () => void;
  readonly children: ReactNode;
}

/** Content that throws is taken away; the page behind it stays as it is. */
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
  /** What had the focus when the dialog was asked for. */
  readonly opener: Element | null;
}

/** Puts the focus where it was, or where it can be: what was pressed may stand in a menu that has closed. */
function giveFocusBack(opener: Element | null): void {
  const menu = opener?.closest('details')?.querySelector('summary');
  for (const target of [opener, menu, document.getElementById('main')]) {
    (target as HTMLElement | null | undefined)?.focus({ preventScroll: true });
    if (document.activeElement !== document.body) {
      return;
    }
  }
}

/**
 * Around the content of a dialog, loaded with the first one. Gives the focus back when the dialog
 * has gone, unless something else has it: the heading of another page, for one.
 */
export function DialogSlot({ opener, onFail, children }: DialogSlotProps) {
  useEffect(
    // Not a layout effect: by now the page behind is in reach again (ui/dialog.tsx).
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
