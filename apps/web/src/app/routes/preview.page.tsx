import { useEffect } from 'react';
import { PreviewScreen } from '../../features/preview/preview-screen.js';
import { StartForm } from '../../features/search/form/start-form.js';
import { prefetchPage } from '../routes.js';
import { StandingBird } from './home-scene.js';

/** /preview: plays, makes and saves what its address names; the form where it names nothing. */
export function PreviewPage() {
  useEffect(() => prefetchPage('/'), []);
  return (
    <PreviewScreen
      start={
        <StandingBird>
          <StartForm />
        </StandingBird>
      }
    />
  );
}
