import { type ComponentType, createContext, useContext } from 'react';
import type { Message } from './message-queue.js';

/** The props of a dialog's content besides its own. */
export interface DialogContentProps {
  /** Closes this dialog, but not another one that has replaced it. */
  readonly close: () => void;
}

/**
 * Loads a dialog's content, shows it, and closes the previous dialog. Does nothing if the visitor
 * has left the page meanwhile; shows a toast if loading fails. `onClose` is called once after a
 * shown dialog is closed for any reason.
 */
export type Open<Result> = <Props extends object>(
  load: () => Promise<ComponentType<Props & DialogContentProps>>,
  props: Props,
  onClose?: () => void,
) => Result;

/** The host's services. */
export interface Overlays {
  /** Resolves when the dialog is shown, or will not be shown. Never rejects. */
  readonly openDialog: Open<Promise<void>>;
  readonly toast: (message: Message) => void;
}

export const OverlaysContext = createContext<Overlays | null>(null);

/** The host's services. @throws outside the host */
export function useOverlays(): Overlays {
  const overlays = useContext(OverlaysContext);
  if (overlays === null) {
    throw new Error('No OverlayHost');
  }
  return overlays;
}
