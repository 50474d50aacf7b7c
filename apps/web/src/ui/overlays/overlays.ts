import { type ComponentType, createContext, useCallback, useContext, useState } from 'react';
import type { Message } from './message-queue.js';

/** What the content of a dialog gets beside its own props. */
export interface DialogContentProps {
  /** Closes this dialog, and no other that has taken its place meanwhile. */
  readonly close: () => void;
}

/**
 * Loads the content of a dialog, shows it, and closes the one that was open. Nothing happens when
 * the visitor has gone to another page meanwhile; where it cannot be loaded, a toast says so.
 * `onClose` is called once after a dialog that was shown is closed, however that came.
 */
type Open<Result> = <Props extends object>(
  load: () => Promise<ComponentType<Props & DialogContentProps>>,
  props: Props,
  onClose?: () => void,
) => Result;

/** Services of the host. */
export interface Overlays {
  /** Resolves when the dialog is shown, or will not be. Never rejects. */
  readonly openDialog: Open<Promise<void>>;
  readonly toast: (message: Message) => void;
}

export const OverlaysContext = createContext<Overlays | null>(null);

function useOverlays(): Overlays {
  const overlays = useContext(OverlaysContext);
  if (overlays === null) {
    throw new Error('No OverlayHost');
  }
  return overlays;
}

/** To open dialogs; `loading` while the code of one that was asked for here is on its way. */
export function useDialog(): { readonly open: Open<void>; readonly loading: boolean } {
  const { openDialog } = useOverlays();
  const [loading, setLoading] = useState(false);
  const open: Open<void> = useCallback(
    (...dialog) => {
      setLoading(true);
      void openDialog(...dialog).then(() => setLoading(false));
    },
    [openDialog],
  );
  return { open, loading };
}

/** To say something in passing. Never the only place where a failure is told. */
export function useToast(): Overlays['toast'] {
  return useOverlays().toast;
}
