import type { PageKind, PageParams, ParamsOf } from '@dipper/site';
import type { ComponentType } from 'react';

/** The props of a page, which are the variable parts of its path. */
export interface PageProps<Params = PageParams> {
  readonly params: Params;
}

/** A function for each kind of page that loads its component. */
export type PageTable<Kind extends PageKind = PageKind> = {
  readonly [K in Kind]: () => Promise<ComponentType<PageProps<ParamsOf<K>>>>;
};
