import { LineIcon } from './line-icon.js';
import type { ReactNode } from 'react';

interface AlertBoxProps {
  /** For the field that this is about (aria-describedby). */
  readonly id?: string;
  readonly children: ReactNode;
}

/** What went wrong, said at once to everybody, in words and not by colour alone. */
export function AlertBox({ id, children }: AlertBoxProps) {
  return (
    <div
      id={id}
      role="alert"
      className="rise flex items-start gap-3 rounded-xl border border-danger bg-surface p-4 font-medium text-danger"
    >
      <LineIcon icon="CircleAlert" className="mt-0.5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
