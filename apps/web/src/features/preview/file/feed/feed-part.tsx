import { useSession } from '../../../../entities/session/current-session.js';
import { lazyComponent } from '../../../../lib/react/lazy-component.js';
import { LazySection } from '../../../../ui/loading/lazy-section.js';
import type { FeedRowProps } from './feed-row.js';

const row = lazyComponent(async () => (await import('./feed-row.js')).FeedRow);
const TEXTS = ['account', 'errors'] as const;

/** Loads the row of the podcast feed for visitors with an account. */
export function FeedPart(props: FeedRowProps) {
  return (
    useSession().user !== null && (
      <LazySection id="feed-row" texts={TEXTS} place="min-h-16">
        <row.Component {...props} />
      </LazySection>
    )
  );
}
