import { lazyComponent } from '../../lib/react/lazy-component.js';
import { useSite } from '../../site/site.js';
import { Extra } from '../../ui/loading/extra.js';
import type { AccountCornerProps } from '../account/account-corner.js';

/** Only domains with accounts load it. */
export const accountCorner = lazyComponent<AccountCornerProps>(
  async () => (await import('../account/account-corner.js')).AccountCorner,
);

/** The header's account corner. The server's HTML stays until the code has loaded. */
export function Account({ place }: AccountCornerProps) {
  return (
    useSite().config.authentication_enabled && (
      <Extra>
        <accountCorner.Component place={place} />
      </Extra>
    )
  );
}
