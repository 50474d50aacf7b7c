/**
 * The service worker is at the root, so that its scope covers every page.
 * apps/web/service-worker.plugin.ts builds it.
 */
const ADDRESS = '/sw.js';

/**
 * Registers the service worker. When a domain disables it, the server sends a script at the same
 * URL that unregisters it, and browsers fetch that script by themselves.
 */
export function registerServiceWorker(): void {
  if ('serviceWorker' in navigator) {
    // Ignored, because browsers refuse this in private windows and over plain HTTP. There is no
    // offline page then.
    navigator.serviceWorker.register(ADDRESS).catch(() => undefined);
  }
}
