import type { PageKind } from '@dipper/site';
import { createContext, useContext } from 'react';

/** Fetches code and texts of a kind of page that is likely to come next. */
export type Prefetch = (kind: PageKind) => void;

const PrefetchContext = createContext<Prefetch>(() => undefined);

export const PrefetchProvider = PrefetchContext.Provider;

/** For pages, which do not know each other: the shell knows them all. */
export function usePrefetch(): Prefetch {
  return useContext(PrefetchContext);
}
