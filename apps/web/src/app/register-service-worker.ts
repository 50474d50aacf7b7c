/** Built by apps/web/service-worker.plugin.ts. At the root, so that its scope covers every page. */
const ADDRESS = '/sw.js';

/**
 * Registers the service worker. If a domain disables it, the server sends a script at the same URL
 * that unregisters it, and browsers fetch that script by themselves.
 */
export function registerServiceWorker(): void {
  if ('serviceWorker' in navigator) {
    // Browsers refuse this in private windows and over plain HTTP. Then there is simply no offline
    // page.
    navigator.serviceWorker.register(ADDRESS).catch(() => undefined);
  }
}
