import { listen } from '../browser/listen.js';
import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => listen(window, ['online', 'offline'], onChange);

/**
 * Returns false while the browser reports that it is offline. True does not guarantee a connection.
 */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
