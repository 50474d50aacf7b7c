import { readFileSync } from 'node:fs';
import type { PluginOption } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';

type Workbox = NonNullable<VitePWAOptions['workbox']>;
type Transform = NonNullable<Workbox['manifestTransforms']>[number];
type Chunks = Readonly<Record<string, { file: string; imports?: string[]; css?: string[] }>>;

/** The page that stands in for all others, and what it is made of. */
const OFFLINE_PAGE = '/offline';
const SHELL = ['src/entry-client.tsx', 'src/pages/offline/offline.page.tsx'];

/** Put in by the server (service-worker.controller.ts): changes with the build and the domain. */
const REVISION = '__REVISION__';

/** The files that the offline page needs to come alive, by Vite's own manifest. */
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

/** What the service worker knows of a request. */
interface Asked {
  readonly request: Request;
  readonly sameOrigin: boolean;
  readonly url: URL;
}

/*
 * The functions below run in the service worker: they may use nothing from here.
 */

/** Pages, and nothing of the API, the sockets or the files. */
const isPage = ({ request, sameOrigin, url }: Asked): boolean =>
  sameOrigin &&
  request.mode === 'navigate' &&
  !/^\/(?:api|socket\.io|metrics|assets|p)(?:\/|$)/.test(url.pathname);

/** To the offline page, under its own address: what is shown is what the address says. */
const toOfflinePage = ({ request }: { request: Request }): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  const back = encodeURIComponent(pathname + search);
  return Promise.resolve(Response.redirect(`/offline?back=${back}`));
};

/**
 * The service worker, used where a domain's `offlineMode` is on. Pages always come from the network,
 * with their nonce of the day; only the offline page is kept, whole, with the header that goes with its
 * nonce. A new version waits until the last tab of the old one is closed, whose parts stay until then.
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
      // One file: the content policy lets a worker import no other.
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
