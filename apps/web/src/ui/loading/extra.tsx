import { type ReactNode, Suspense } from 'react';
import { CrashBoundary } from './crash-boundary.js';

interface ExtraProps {
  /** What the part is about; a new value shows it again after it has crashed. */
  readonly about?: string;
  readonly children: ReactNode;
}

/**
 * A part that the page can do without. Until its code has loaded, and if that fails or the part
 * crashes, nothing is shown, or the server's HTML stays.
 */
export function Extra({ about = '', children }: ExtraProps) {
  return (
    <CrashBoundary page={about} fallback={null}>
      <Suspense>{children}</Suspense>
    </CrashBoundary>
  );
}
