import { listen } from '../browser/listen.js';
import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => listen(window, ['online', 'offline'], onChange);

/** Returns false while the browser knows that it is offline. True guarantees nothing. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
