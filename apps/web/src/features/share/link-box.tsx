import { previewQuerySchema } from '@dipper/contract';
import { useMemo } from 'react';
import { useSite } from '../../site/site.js';
import { CopyLink, LinkWaiting } from './copy-link.js';
import { ShareMenu } from './share-menu.js';
import { shareParams } from '../../entities/share/share-params.js';
import { useShortLink } from './use-short-link.js';

import '../../theme/later.css';

interface LinkBoxProps {
  /** The path of the preview to share. */
  readonly path: string;
}

/** Creates a preview's short link on mount and offers every way to share it. */
export function LinkBox({ path }: LinkBoxProps) {
  const { origin } = useSite();
  const query = useMemo(() => {
    const { searchParams } = new URL(path, origin);
    return previewQuerySchema.parse(Object.fromEntries(searchParams));
  }, [path, origin]);
  const params = shareParams(query, origin);
  const { state, again, isRetry } = useShortLink(params);
  return state.phase === 'made' ? (
    <CopyLink params={params} link={state.link} takesFocus={isRetry}>
      <ShareMenu query={query} besideLink />
    </CopyLink>
  ) : (
    <LinkWaiting state={state} onAgain={again} />
  );
}
