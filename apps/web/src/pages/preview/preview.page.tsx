import '../../theme/later.css';
import type { PreviewQuery } from '@dipper/contract';
import { useEffect, useMemo } from 'react';
import { type PreviewParts, PreviewPartsContext } from '../../features/preview/preview-context.js';
import { PreviewScreen } from '../../features/preview/preview-screen.js';
import { StartForm } from '../../features/search/form/start-form.js';
import { ShareMenu } from '../../features/share/share-menu.js';
import { usePrefetch } from '../../site/prefetch.js';
import { useSite } from '../../site/site.js';
import { fetchPart } from '../../lib/browser/stale-build.js';
import { useToast } from '../../ui/overlays/use-toast.js';
import { StandingFigure } from '../../ui/illustration.js';

function useParts(): PreviewParts {
  const { download: endpoint } = useSite().config.api.endpoints;
  const toast = useToast();
  return useMemo(
    () => ({
      start: (link) => (
        <StandingFigure>
          <StartForm link={link} />
        </StandingFigure>
      ),
      share: (shown) => <ShareMenu query={shown} variant="plain" size="icon" />,
      toast,
      // Loaded on demand, because few links need it.
      fetchAgain: async (query: PreviewQuery, signal, onPlace) => {
        const load = () => import('../../features/search/refetch/refetch-format.js');
        const { refetchFormat } = await fetchPart(load);
        return refetchFormat(query, { endpoint, signal, onPlace });
      },
    }),
    [endpoint, toast],
  );
}

/**
 * Restores this tab's last result after a reload, so that "Other Formats" can show it immediately.
 */
function useFormerResult(): void {
  useEffect(() => {
    import('../../entities/media/handover/last-result-storage.js').then(
      ({ restoreResult }) => restoreResult(),
      // Other Formats then searches again.
      () => undefined,
    );
  }, []);
}

/** /preview: plays, prepares and saves the media in its query. Without media, it shows the form. */
export function PreviewPage() {
  const prefetch = usePrefetch();
  useEffect(() => prefetch('home'), [prefetch]);
  useFormerResult();
  return (
    <PreviewPartsContext value={useParts()}>
      <PreviewScreen />
    </PreviewPartsContext>
  );
}
