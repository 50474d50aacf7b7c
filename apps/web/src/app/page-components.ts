import type { PageKind } from '@dipper/site';
import type { ComponentType } from 'react';
import type { FirstKind, PageLoaders, PageProps } from './page-loaders.js';
import { lazyComponent, type LazyComponent } from '../lib/react/lazy-component.js';

interface PageEntry {
  readonly page: LazyComponent<PageProps>;
  /** Loads whatever else the page needs at once. Called when the page is prefetched. */
  readonly ahead: () => Promise<unknown>;
}

async function loadLanding() {
  const page = await import('../pages/landing/landing.page.js');
  await page.landingSections.preload();
  return page;
}

const FIRST_PAGES: PageLoaders<FirstKind> = {
  home: async () => {
    const { HomePage, homeSections } = await import('../pages/home/home.page.js');
    await homeSections.preload();
    return HomePage;
  },
  landing: async () => (await loadLanding()).LandingPage,
  podcasts: async () => (await loadLanding()).PodcastsPage,
};

/** The other pages are listed in a separate chunk, because most visits need none of them. */
const loadMorePages = () => import('./more-pages.js');

async function load(kind: PageKind): Promise<ComponentType<PageProps>> {
  const pages: Partial<PageLoaders> =
    kind in FIRST_PAGES ? FIRST_PAGES : (await loadMorePages()).MORE_PAGES;
  // The resolver always returns the parameters that belong to the kind; its spec checks that.
  return (pages[kind] as () => Promise<ComponentType<PageProps>>)();
}

const entries = new Map<PageKind, PageEntry>();

/** Returns the component for a kind of page that the resolver found. */
export function pageOf(kind: PageKind): PageEntry {
  const entry = entries.get(kind) ?? {
    page: lazyComponent(() => load(kind)),
    ahead: async () => kind === 'preview' && (await loadMorePages()).loadAheadOfPreview(),
  };
  entries.set(kind, entry);
  return entry;
}
