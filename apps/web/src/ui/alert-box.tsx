import { LineIcon } from './icons/line-icon.js';
import type { ReactNode } from 'react';

interface AlertBoxProps {
  /** True inside a dialog. */
  readonly isSmall?: boolean;
  readonly children: ReactNode;
}

/** An error message, announced immediately. It does not rely on color alone. */
export function AlertBox({ isSmall = false, children }: AlertBoxProps) {
  return (
    <div
      role="alert"
      className={`rise flex items-start gap-3 rounded-xl border border-danger bg-surface font-medium text-danger ${isSmall ? 'p-3 text-sm' : 'p-4'}`}
    >
      <LineIcon icon="CircleAlert" className={isSmall ? 'shrink-0' : 'mt-0.5 shrink-0'} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
