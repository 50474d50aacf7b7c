import type { PreviewQuery } from '@dipper/contract';
import { createContext, useContext } from 'react';

const ShownQueryContext = createContext<PreviewQuery>({});

export const ShownQueryProvider = ShownQueryContext.Provider;

/** What the address of this preview says, completed by what its page says of itself. */
export function useShownQuery(): PreviewQuery {
  return useContext(ShownQueryContext);
}
