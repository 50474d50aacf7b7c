/**
 * The file is at the root, so that its scope covers every page (apps/web/service-worker.ts builds
 * it).
 */
const ADDRESS = '/sw.js';

/**
 * Registers the service worker. When a domain disables it, our server sends a script that
 * unregisters it. Browsers fetch that script by themselves.
 */
export function registerServiceWorker(): void {
  if ('serviceWorker' in navigator) {
    // Browsers refuse this in private windows and over plain http; there is no offline page then.
    navigator.serviceWorker.register(ADDRESS).catch(() => undefined);
  }
}
