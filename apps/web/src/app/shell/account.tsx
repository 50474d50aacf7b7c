import { Suspense } from 'react';
import { lazyComponent } from '../../lib/lazy-component.js';
import { useSite } from '../../lib/site.js';
import { CrashBoundary } from '../../ui/crash-boundary.js';
import type { AccountCornerProps } from '../account/account-corner.js';

/** Of domains with accounts alone: the others load none of it. */
export const accountCorner = lazyComponent<AccountCornerProps>(
  async () => (await import('../account/account-corner.js')).AccountCorner,
);

/** The place of accounts in the header. What the server rendered stands there until its code has come. */
export function Account({ place }: AccountCornerProps) {
  return (
    useSite().config.authentication_enabled && (
      <CrashBoundary page="account" instead={null}>
        <Suspense>
          <accountCorner.Component place={place} />
        </Suspense>
      </CrashBoundary>
    )
  );
}
