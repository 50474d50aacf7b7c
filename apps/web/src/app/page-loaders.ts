import type { PageKind, PageParams, ParamsOf } from '@dipper/site';
import type { ComponentType } from 'react';

/** The props of a page, which are the variable parts of its path. */
export interface PageProps<Params = PageParams> {
  readonly params: Params;
}

/** Loads the component of each kind of page. */
export type PageLoaders<Kind extends PageKind = PageKind> = {
  readonly [K in Kind]: () => Promise<ComponentType<PageProps<ParamsOf<K>>>>;
};

/** The kinds of pages on which most visits begin. */
export type FirstKind = 'home' | 'landing' | 'podcasts';
