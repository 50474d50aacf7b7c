import type { PageKind, PageParams, ParamsOf } from '@dipper/site';
import { lazyComponent, type LazyComponent } from '../lib/react/lazy-component.js';

/** The props of a page, which are the variable parts of its path. */
export interface PageProps<Params = PageParams> {
  readonly params: Params;
}

interface PageEntry<Params = PageParams> {
  /** The page's module, relative to apps/web. It is preloaded together with the page. */
  readonly module: string;
  readonly page: LazyComponent<PageProps<Params>>;
  /**
   * Called when the page is prefetched. Loads whatever else the page needs at once, besides its
   * code.
   */
  readonly ahead?: () => Promise<unknown>;
}

/** The entry for every page that consists of a single text. */
const DOCUMENT: PageEntry = {
  module: 'src/pages/document/document.page.tsx',
  page: lazyComponent(
    async () => (await import('../pages/document/document.page.js')).DocumentPage,
  ),
};

/** The component for each kind of page. libs/site maps paths to kinds. */
const PAGE_COMPONENTS: { readonly [Kind in PageKind]: PageEntry<ParamsOf<Kind>> } = {
  home: {
    module: 'src/pages/home/home.page.tsx',
    page: lazyComponent(async () => (await import('../pages/home/home.page.js')).HomePage),
  },
  landing: {
    module: 'src/pages/landing/landing.page.tsx',
    page: lazyComponent(async () => (await import('../pages/landing/landing.page.js')).LandingPage),
  },
  podcasts: {
    module: 'src/pages/landing/landing.page.tsx',
    page: lazyComponent(
      async () => (await import('../pages/landing/landing.page.js')).PodcastsPage,
    ),
  },
  blog: {
    module: 'src/pages/blog/blog.page.tsx',
    page: lazyComponent(async () => (await import('../pages/blog/blog.page.js')).BlogPage),
  },
  post: {
    module: 'src/pages/post/post.page.tsx',
    page: lazyComponent(async () => (await import('../pages/post/post.page.js')).PostPage),
  },
  guide: {
    module: 'src/pages/guide/guide.page.tsx',
    page: lazyComponent(async () => (await import('../pages/guide/guide.page.js')).GuidePage),
  },
  help: {
    module: 'src/pages/help/help.page.tsx',
    page: lazyComponent(async () => (await import('../pages/help/help.page.js')).HelpPage),
  },
  glossary: {
    module: 'src/pages/glossary/glossary.page.tsx',
    page: lazyComponent(
      async () => (await import('../pages/glossary/glossary.page.js')).GlossaryPage,
    ),
  },
  privacy: DOCUMENT,
  terms: DOCUMENT,
  dmca: DOCUMENT,
  cookies: {
    module: 'src/pages/cookies/cookies.page.tsx',
    page: lazyComponent(async () => (await import('../pages/cookies/cookies.page.js')).CookiesPage),
  },
  subscription: DOCUMENT,
  upgrade: DOCUMENT,
  preview: {
    module: 'src/pages/preview/preview.page.tsx',
    page: lazyComponent(async () => (await import('../pages/preview/preview.page.js')).PreviewPage),
    ahead: () => import('../entities/task/follow/merge-socket.js'),
  },
  'short-link': {
    module: 'src/pages/short-link/short-link.page.tsx',
    page: lazyComponent(
      async () => (await import('../pages/short-link/short-link.page.js')).ShortLinkPage,
    ),
  },
  offline: {
    module: 'src/pages/offline/offline.page.tsx',
    page: lazyComponent(async () => (await import('../pages/offline/offline.page.js')).OfflinePage),
  },
  'not-found': {
    module: 'src/pages/not-found/not-found.page.tsx',
    page: lazyComponent(
      async () => (await import('../pages/not-found/not-found.page.js')).NotFoundPage,
    ),
  },
};

/** Returns the component for a kind of page that the resolver found. */
export function pageOf(kind: PageKind): PageEntry {
  // The resolver always returns the parameters that belong to the kind; its spec checks that.
  return PAGE_COMPONENTS[kind] as PageEntry;
}
