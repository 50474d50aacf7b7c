import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { loadMoreTexts } from '../../i18n/more-texts.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { listen } from '../../lib/browser/listen.js';
import { rawKeptTasks } from '../../entities/task/kept/kept-tasks-key.js';
import { lazyComponent } from '../../lib/react/lazy-component.js';

const list = lazyComponent(async () => (await import('./task-list.js')).TaskList);

function freePlace(): void {
  delete document.documentElement.dataset['kept'];
}

/**
 * The downloads in this browser. If there are any, their code and texts are loaded. Until then,
 * their space is reserved (app/head/kept-rows.ts, recent-downloads.css) to avoid a layout shift.
 */
export function RecentDownloads() {
  const { i18n } = useTranslation();
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    let left = false;
    const look = () => {
      if (rawKeptTasks() === null) {
        freePlace();
        return;
      }
      Promise.all([list.preload(), loadMoreTexts(i18n, ['recentDownloads'])]).then(
        () => left || setIsLoaded(true),
        // The home page works without this list.
        freePlace,
      );
    };
    look();
    // A page in the back/forward cache misses storage events.
    const stop = listen(window, ['storage', 'pageshow'], look);
    return () => {
      left = true;
      stop();
    };
  }, [i18n]);
  // Free the space only once the list has been rendered in it.
  useLayoutEffect(() => {
    if (isLoaded) {
      freePlace();
    }
  }, [isLoaded]);
  return (
    <div className="recent-downloads">
      {isLoaded && (
        <Suspense fallback={null}>
          <list.Component />
        </Suspense>
      )}
    </div>
  );
}
