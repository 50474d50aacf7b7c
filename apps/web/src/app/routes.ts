import { lazyComponent, type LazyComponent } from '../lib/lazy-component.js';

/** One page of the site. */
export interface Route {
  readonly id: 'home' | 'preview' | 'not-found';
  readonly path: string;
  readonly status: 200 | 404;
  /** Search engines may list it, and its HTML is the same for everybody until the config changes. */
  readonly indexable: boolean;
  /** The page's module from the root of the web: preloaded with the page. */
  readonly module: string;
  readonly page: LazyComponent<object>;
}

const NOT_FOUND: Route = {
  id: 'not-found',
  path: '*',
  status: 404,
  indexable: false,
  module: 'src/app/routes/not-found.page.tsx',
  page: lazyComponent(async () => (await import('./routes/not-found.page.js')).NotFoundPage),
};

/** Every page, in one table: router, server status, caching and preloading all read it. */
export const ROUTES: readonly Route[] = [
  {
    id: 'home',
    path: '/',
    status: 200,
    indexable: true,
    module: 'src/app/routes/home.page.tsx',
    page: lazyComponent(async () => (await import('./routes/home.page.js')).HomePage),
  },
  {
    id: 'preview',
    path: '/preview',
    status: 200,
    indexable: false,
    module: 'src/app/routes/preview.page.tsx',
    page: lazyComponent(async () => (await import('./routes/preview.page.js')).PreviewPage),
  },
  NOT_FOUND,
];

/** The page of a path; a slash at the end makes no difference. */
export function routeOf(path: string): Route {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return ROUTES.find((route) => route.path === plain) ?? NOT_FOUND;
}

/** Fetches the code of a page that is likely to come next; what fails is asked for when it is needed. */
export function prefetchPage(path: string): void {
  routeOf(path)
    .page.preload()
    .catch(() => undefined);
}
