import { readFileSync } from 'node:fs';
import type { PluginOption } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import { LANGUAGES } from './src/i18n/languages.js';

type Workbox = NonNullable<VitePWAOptions['workbox']>;
type Transform = NonNullable<Workbox['manifestTransforms']>[number];
type Chunks = Readonly<Record<string, { file: string; imports?: string[]; css?: string[] }>>;

/**
 * The fallback page in every language, followed by the entries that it is built from. A page's
 * chunk is found through the table of pages, and its shell loads the footer by itself.
 */
const OFFLINE_PAGES = LANGUAGES.map((tag, at) => (at === 0 ? '/offline' : `/${tag}/offline`));
const SHELL = [
  'src/entry-client.tsx',
  'src/app/pages/other-pages.ts',
  'src/app/shell/site-footer.tsx',
  'src/pages/offline/offline.page.tsx',
];

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
  return { manifest: entries.filter(({ url }) => files.has(url) || OFFLINE_PAGES.includes(url)) };
};

/** The argument that Workbox passes to a function that matches routes. */
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

/**
 * Redirects to the offline page in the language of the path, so that the address bar matches the
 * page that hydrates. The offline pages in the cache show which languages there are.
 */
const toOfflinePage = async ({ request }: { request: Request }): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  const translated = `/${pathname.split('/')[1] ?? ''}/offline`;
  const found = await caches.match(translated, { ignoreSearch: true });
  const page = found === undefined ? '/offline' : translated;
  return Response.redirect(`${page}?back=${encodeURIComponent(pathname + search)}`);
};

/**
 * The service worker for domains with `offlineMode`. Pages always come from the network. Only the
 * offline pages are cached, together with the headers of their content policies. A new version waits until
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
      additionalManifestEntries: OFFLINE_PAGES.map((url) => ({ url, revision: REVISION })),
      ignoreURLParametersMatching: [/^back$/],
      // The worker is a single file, because the content security policy does not let it import
      // another.
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
