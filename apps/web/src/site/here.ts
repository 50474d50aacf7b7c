import type { Resolution } from '@dipper/site';
import { createContext, useContext } from 'react';

const HereContext = createContext<Resolution | null>(null);

export const HereProvider = HereContext.Provider;

/** Returns the resolved URL of this page. */
export function useHere(): Resolution {
  const here = useContext(HereContext);
  if (here === null) {
    throw new Error('useHere needs a HereProvider');
  }
  return here;
}
