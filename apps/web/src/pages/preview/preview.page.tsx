import { useEffect } from 'react';
import { PreviewScreen } from '../../features/preview/preview-screen.js';
import { StartForm } from '../../features/search/form/start-form.js';
import { usePrefetch } from '../../lib/prefetch.js';
import { StandingFigure } from '../../ui/illustration.js';

/** /preview: plays, makes and saves what its address names; the form where it names nothing. */
export function PreviewPage() {
  const prefetch = usePrefetch();
  useEffect(() => prefetch('home'), [prefetch]);
  return (
    <PreviewScreen
      start={
        <StandingFigure>
          <StartForm />
        </StandingFigure>
      }
    />
  );
}
