/** At the root, so that its scope covers every page (built by apps/web/service-worker.ts). */
const ADDRESS = '/sw.js';

/**
 * Registers the service worker. When a domain disables it, our server sends a script that
 * unregisters it, which browsers fetch by themselves.
 */
export function registerServiceWorker(): void {
  if ('serviceWorker' in navigator) {
    // Private windows and plain http refuse; there is no offline page then.
    navigator.serviceWorker.register(ADDRESS).catch(() => undefined);
  }
}
