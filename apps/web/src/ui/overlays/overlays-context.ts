import { type ComponentType, createContext, useContext } from 'react';
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
export type Open<Result> = <Props extends object>(
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

/** What the host offers. @throws outside of it */
export function useOverlays(): Overlays {
  const overlays = useContext(OverlaysContext);
  if (overlays === null) {
    throw new Error('No OverlayHost');
  }
  return overlays;
}
