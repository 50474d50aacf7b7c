import { type ComponentType, createContext, useContext } from 'react';
import type { Message } from './message-queue.js';

/** What a dialog's content receives in addition to its own props. */
export interface DialogContentProps {
  /** Closes this dialog, but not another one that has replaced it. */
  readonly close: () => void;
}

/**
 * Loads a dialog's content, shows it, and closes the previous dialog. Does nothing if the visitor
 * has left the page in the meantime. Shows a toast if loading fails. `onClose` is called once after
 * a dialog that was shown has closed for any reason.
 */
export type Open<Result> = <Props extends object>(
  load: () => Promise<ComponentType<Props & DialogContentProps>>,
  props: Props,
  onClose?: () => void,
) => Result;

/** The services of the host. */
export interface Overlays {
  /** Resolves when the dialog is shown, or certain not to be. Never rejects. */
  readonly openDialog: Open<Promise<void>>;
  readonly toast: (message: Message) => void;
}

export const OverlaysContext = createContext<Overlays | null>(null);

/** @throws outside the host */
export function useOverlays(): Overlays {
  const overlays = useContext(OverlaysContext);
  if (overlays === null) {
    throw new Error('No OverlayHost');
  }
  return overlays;
}
