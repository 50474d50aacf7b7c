import type { PageTable } from './page-table.js';

/** Kinds of pages on which most visits begin. */
export type FirstKind = 'home' | 'landing' | 'podcasts';

async function loadLanding() {
  const page = await import('../../pages/landing/landing.page.js');
  await page.landingSections.preload();
  return page;
}

export const FIRST_PAGES: PageTable<FirstKind> = {
  home: async () => {
    const { HomePage, homeSections } = await import('../../pages/home/home.page.js');
    await homeSections.preload();
    return HomePage;
  },
  landing: async () => (await loadLanding()).LandingPage,
  podcasts: async () => (await loadLanding()).PodcastsPage,
};
