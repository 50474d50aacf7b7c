import { useSyncExternalStore } from 'react';

function onSeen(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Returns true while the tab is visible and online. */
export function useSeen(): boolean {
  return useSyncExternalStore(
    onSeen,
    () => document.visibilityState === 'visible' && navigator.onLine,
    () => false,
  );
}
