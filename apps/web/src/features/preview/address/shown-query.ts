import type { PreviewQuery } from '@dipper/contract';
import { createContext, useContext } from 'react';

const ShownQueryContext = createContext<PreviewQuery>({});

export const ShownQueryProvider = ShownQueryContext.Provider;

/** This preview's query, completed with the original page's metadata. */
export function useShownQuery(): PreviewQuery {
  return useContext(ShownQueryContext);
}
