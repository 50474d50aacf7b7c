import type { ReactNode } from 'react';
import { Dialog } from '../dialog.js';
import type { DialogContentProps } from '../overlays-context.js';

interface SampleDialogProps extends DialogContentProps {
  readonly text: string;
  readonly children?: ReactNode;
}

export function SampleDialog({ text, close, children }: SampleDialogProps) {
  return (
    <Dialog title={text} onClose={close}>
      {children}
    </Dialog>
  );
}
