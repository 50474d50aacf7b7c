import { useEffect } from 'react';
import { type PreviewParts, PreviewPartsContext } from '../../features/preview/preview-parts.js';
import { PreviewScreen } from '../../features/preview/preview-screen.js';
import { StartForm } from '../../features/search/form/start-form.js';
import { ShareMenu } from '../../features/share/share-menu.js';
import { usePrefetch } from '../../lib/prefetch.js';
import { StandingFigure } from '../../ui/illustration.js';

const PARTS: PreviewParts = {
  start: (
    <StandingFigure>
      <StartForm />
    </StandingFigure>
  ),
  share: (query) => <ShareMenu query={query} />,
  fetchAgain: () => Promise.resolve(null),
};

/** /preview: plays, makes and saves what its address names; the form where it names nothing. */
export function PreviewPage() {
  const prefetch = usePrefetch();
  useEffect(() => prefetch('home'), [prefetch]);
  return (
    <PreviewPartsContext value={PARTS}>
      <PreviewScreen />
    </PreviewPartsContext>
  );
}
