import type { PageKind } from '@dipper/site';
import type { ComponentType } from 'react';
import { FIRST_PAGES } from './first-pages.js';
import type { PageProps, PageTable } from './page-table.js';
import { lazyComponent, type LazyComponent } from '../../lib/react/lazy-component.js';

interface PageEntry {
  readonly page: LazyComponent<PageProps>;
  /** Loads everything else that the page needs immediately. Called when the page is prefetched. */
  readonly ahead: () => Promise<unknown>;
}

/** A separate chunk, because most visits need none of these pages. */
const loadOtherPages = () => import('./other-pages.js');

async function load(kind: PageKind): Promise<ComponentType<PageProps>> {
  const pages: Partial<PageTable> =
    kind in FIRST_PAGES ? FIRST_PAGES : (await loadOtherPages()).OTHER_PAGES;
  // The resolver always returns the parameters for the kind; its spec checks that.
  return (pages[kind] as () => Promise<ComponentType<PageProps>>)();
}

const entries = new Map<PageKind, PageEntry>();

export function pageOf(kind: PageKind): PageEntry {
  const entry = entries.get(kind) ?? {
    page: lazyComponent(() => load(kind)),
    ahead: async () => kind === 'preview' && (await loadOtherPages()).loadAheadOfPreview(),
  };
  entries.set(kind, entry);
  return entry;
}
