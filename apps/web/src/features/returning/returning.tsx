import { Suspense, useEffect, useState } from 'react';
import { loadMoreTexts } from '../../i18n/more-texts.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { rawKeptTasks } from '../../lib/kept-tasks/kept-tasks-key.js';
import { lazyComponent } from '../../lib/lazy-component.js';

const list = lazyComponent(async () => (await import('./task-list.js')).TaskList);

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
      const freePlace = () => delete document.documentElement.dataset['kept'];
      if (rawKeptTasks() === null) {
        freePlace();
        return;
      }
      Promise.all([list.preload(), loadMoreTexts(i18n, ['returning'])])
        .then(() => left || setIsLoaded(true))
        // Home is whole without it.
        .catch(() => undefined)
        .finally(freePlace);
    };
    look();
    window.addEventListener('storage', look);
    return () => {
      left = true;
      window.removeEventListener('storage', look);
    };
  }, [i18n]);
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
