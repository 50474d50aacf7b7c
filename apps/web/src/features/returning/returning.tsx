import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { loadMoreTexts } from '../../i18n/more-texts.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { rawKeptTasks } from '../../lib/kept-tasks/kept-tasks-key.js';
import { lazyComponent } from '../../lib/lazy-component.js';

const list = lazyComponent(async () => (await import('./task-list.js')).TaskList);

function freePlace(): void {
  delete document.documentElement.dataset['kept'];
}

/**
 * The merges that this browser left behind; its code and words come only where there are any. Until
 * then their place is kept (app/kept-rows.ts, returning.css), so that nothing below moves.
 */
export function Returning() {
  const { i18n } = useTranslation();
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    let left = false;
    const look = () => {
      if (rawKeptTasks() === null) {
        freePlace();
        return;
      }
      Promise.all([list.preload(), loadMoreTexts(i18n, ['returning'])]).then(
        () => left || setIsLoaded(true),
        // Home is whole without it.
        freePlace,
      );
    };
    look();
    window.addEventListener('storage', look);
    // A page that the browser had put aside was told nothing meanwhile.
    window.addEventListener('pageshow', look);
    return () => {
      left = true;
      window.removeEventListener('storage', look);
      window.removeEventListener('pageshow', look);
    };
  }, [i18n]);
  // Once the list stands in its place: not before it is rendered.
  useLayoutEffect(() => {
    if (isLoaded) {
      freePlace();
    }
  }, [isLoaded]);
  return (
    <div className="returning">
      {isLoaded && (
        <Suspense fallback={null}>
          <list.Component />
        </Suspense>
      )}
    </div>
  );
}
