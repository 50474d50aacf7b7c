import type { Resolution } from '@dipper/site';
import { createContext, useContext } from 'react';

const CurrentPageContext = createContext<Resolution | null>(null);

export const CurrentPageProvider = CurrentPageContext.Provider;

export function useCurrentPage(): Resolution {
  const here = useContext(CurrentPageContext);
  if (here === null) {
    throw new Error('useCurrentPage needs a CurrentPageProvider');
  }
  return here;
}
