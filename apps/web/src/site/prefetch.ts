import type { PageKind } from '@dipper/site';
import { createContext, useContext } from 'react';

/** Prefetches the code and texts for the kind of page that probably comes next. */
type Prefetch = (kind: PageKind) => void;

const PrefetchContext = createContext<Prefetch>(() => undefined);

export const PrefetchProvider = PrefetchContext.Provider;

/** Provided by the shell, because pages must not import each other. */
export function usePrefetch(): Prefetch {
  return useContext(PrefetchContext);
}
