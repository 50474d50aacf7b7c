import type { PageKind, PageParams, ParamsOf } from '@dipper/site';
import type { ComponentType } from 'react';

/** A page's props: the variable parts of its path. */
export interface PageProps<Params = PageParams> {
  readonly params: Params;
}

/**
 * Functions that load a page's component, by kind of page. The kinds themselves, with their paths
 * and texts, are in libs/site (CONTRIBUTING.md, "Add a page").
 */
export type PageTable<Kind extends PageKind = PageKind> = {
  readonly [K in Kind]: () => Promise<ComponentType<PageProps<ParamsOf<K>>>>;
};
