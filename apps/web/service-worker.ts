import { readFileSync } from 'node:fs';
import type { PluginOption } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';

type Workbox = NonNullable<VitePWAOptions['workbox']>;
type Transform = NonNullable<Workbox['manifestTransforms']>[number];
type Chunks = Readonly<Record<string, { file: string; imports?: string[]; css?: string[] }>>;

/** The fallback page, followed by the entries that it is built from. */
const OFFLINE_PAGE = '/offline';
const SHELL = ['src/entry-client.tsx', 'src/pages/offline/offline.page.tsx'];

/**
 * The server fills this in (service-worker.controller.ts). The value changes with the build and the
 * domain.
 */
const REVISION = '__REVISION__';

/** Lists the files that the offline page needs to hydrate, from Vite's manifest. */
function shellFiles(): ReadonlySet<string> {
  const manifest = readFileSync(
    new URL('dist/client/.vite/manifest.json', import.meta.url),
    'utf8',
  );
  const chunks = JSON.parse(manifest) as Chunks;
  const reached = new Set<string>();
  const visit = (key: string): void => {
    const chunk = chunks[key];
    if (chunk !== undefined && !reached.has(chunk.file)) {
      [chunk.file, ...(chunk.css ?? [])].forEach((file) => reached.add(file));
      chunk.imports?.forEach(visit);
    }
  };
  SHELL.forEach(visit);
  return reached;
}

const onlyShell: Transform = (entries) => {
  const files = shellFiles();
  return { manifest: entries.filter(({ url }) => files.has(url) || url === OFFLINE_PAGE) };
};

/** What Workbox passes to a function that matches routes. */
interface Asked {
  readonly request: Request;
  readonly sameOrigin: boolean;
  readonly url: URL;
}

/*
 * The functions below are serialized into the service worker, so they must not use anything from
 * this module.
 */

/** True only for pages, not for API calls, sockets or files. */
const isPage = ({ request, sameOrigin, url }: Asked): boolean =>
  sameOrigin &&
  request.mode === 'navigate' &&
  !/^\/(?:api|socket\.io|metrics|assets|p)(?:\/|$)/.test(url.pathname);

/** Redirects to the offline page, so that the address bar matches the page that hydrates. */
const toOfflinePage = ({ request }: { request: Request }): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  const back = encodeURIComponent(pathname + search);
  return Promise.resolve(Response.redirect(`/offline?back=${back}`));
};

/**
 * The service worker for domains with `offlineMode`. Pages always come from the network. Only the
 * offline page is cached, together with the header of its content policy. A new version waits until
 * the last tab of the old one is closed, so that the old chunks stay available.
 */
export function serviceWorker(): PluginOption {
  return VitePWA({
    filename: 'sw.js',
    injectRegister: null,
    manifest: false,
    workbox: {
      globPatterns: ['assets/*.{js,css,woff2}'],
      manifestTransforms: [onlyShell],
      dontCacheBustURLsMatching: /^assets\//,
      additionalManifestEntries: [{ url: OFFLINE_PAGE, revision: REVISION }],
      ignoreURLParametersMatching: [/^back$/],
      // The worker is a single file, because the content policy does not let it import another.
      inlineWorkboxRuntime: true,
      sourcemap: false,
      cleanupOutdatedCaches: true,
      clientsClaim: true,
      skipWaiting: false,
      navigateFallback: null,
      navigationPreload: true,
      runtimeCaching: [
        {
          urlPattern: isPage,
          handler: 'NetworkOnly',
          options: { plugins: [{ handlerDidError: toOfflinePage }] },
        },
      ],
    },
  });
}
