/** Lies at the root, so that it is asked for every page (apps/web/service-worker.ts makes it). */
const ADDRESS = '/sw.js';

/**
 * Registers the service worker. Where a domain has none any more, our server gives the address to a
 * script that removes it, which browsers ask for by themselves.
 */
export function registerServiceWorker(): void {
  if ('serviceWorker' in navigator) {
    // Private windows and plain http refuse; then there is no offline page.
    navigator.serviceWorker.register(ADDRESS).catch(() => undefined);
  }
}
