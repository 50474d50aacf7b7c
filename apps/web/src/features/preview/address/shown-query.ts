import type { PreviewQuery } from '@dipper/contract';
import { createContext, useContext } from 'react';

const ShownQueryContext = createContext<PreviewQuery>({});

export const ShownQueryProvider = ShownQueryContext.Provider;

/** Returns this preview's query, completed with metadata of the original page. */
export function useShownQuery(): PreviewQuery {
  return useContext(ShownQueryContext);
}
