import { listen } from '../browser/listen.js';
import { useSyncExternalStore } from 'react';

function onSeen(listener: () => void): () => void {
  const stops = [
    listen(document, ['visibilitychange'], listener),
    listen(window, ['online', 'offline'], listener),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Returns true while the tab is visible and online. */
export function useSeen(): boolean {
  return useSyncExternalStore(
    onSeen,
    () => document.visibilityState === 'visible' && navigator.onLine,
    () => false,
  );
}
