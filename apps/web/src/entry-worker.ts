import { clientsClaim } from 'workbox-core';
import { enable as enableNavigationPreload } from 'workbox-navigation-preload';
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';

/**
 * What the build lists (service-worker.plugin.ts): the offline pages and their files. Files with a
 * brand are drawings that only pages of that brand show.
 */
declare const __PRECACHED__: { url: string; revision: string | null; brand?: string }[];

/** The server fills this in (service-worker.controller.ts). */
const BRAND = '__BRAND__';

interface Asked {
  readonly request: Request;
  readonly sameOrigin: boolean;
  readonly url: URL;
}

/** True only for pages, not for API calls, sockets or files. */
function isPage({ request, sameOrigin, url }: Asked): boolean {
  return (
    sameOrigin &&
    request.mode === 'navigate' &&
    !/^\/(?:api|socket\.io|metrics|assets|p)(?:\/|$)/.test(url.pathname)
  );
}

/**
 * Redirects to the offline page in the language of the path, so that the address bar matches the
 * page that hydrates. The offline pages in the cache show which languages there are.
 */
async function toOfflinePage({ request }: { request: Request }): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const translated = `/${pathname.split('/')[1] ?? ''}/offline`;
  const found = await caches.match(translated, { ignoreSearch: true });
  const page = found === undefined ? '/offline' : translated;
  return Response.redirect(`${page}?back=${encodeURIComponent(pathname + search)}`);
}

/*
 * The service worker for domains with `offlineMode`. Pages always come from the network. Only the
 * offline pages are cached, together with the headers of their content policies. A new version
 * waits until the last tab of the old one is closed, so that the old chunks stay available.
 */
enableNavigationPreload();
clientsClaim();
const ours = __PRECACHED__.filter(({ brand = BRAND }) => brand === BRAND);
precacheAndRoute(ours, { ignoreURLParametersMatching: [/^back$/] });
cleanupOutdatedCaches();
registerRoute(isPage, new NetworkOnly({ plugins: [{ handlerDidError: toOfflinePage }] }));
