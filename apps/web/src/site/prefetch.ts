import type { PageKind } from '@dipper/site';
import { createContext, useContext } from 'react';

/** Prefetches code and texts of the kind of page that probably comes next. */
export type Prefetch = (kind: PageKind) => void;

const PrefetchContext = createContext<Prefetch>(() => undefined);

export const PrefetchProvider = PrefetchContext.Provider;

/** Injected by the shell, as pages must not import each other. */
export function usePrefetch(): Prefetch {
  return useContext(PrefetchContext);
}
