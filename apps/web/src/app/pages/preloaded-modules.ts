import type { PageKind } from '@dipper/site';

/** Folders of pages that are not named after their kind. */
const NAMES: Partial<Record<PageKind, string>> = {
  podcasts: 'landing',
  privacy: 'document',
  terms: 'document',
  dmca: 'document',
  subscription: 'document',
  upgrade: 'document',
};

/**
 * Returns the modules that show a page, relative to apps/web, as they appear in the build's
 * manifest. The server preloads their chunks together with the page.
 */
export function preloadedModules(kind: PageKind): readonly string[] {
  const name = NAMES[kind] ?? kind;
  const page = `src/pages/${name}/${name}.page.tsx`;
  return name === 'home' || name === 'landing' ? [page] : ['src/app/pages/other-pages.ts', page];
}
