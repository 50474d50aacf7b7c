import type { DomainConfig } from '@dipper/contract';
import type { SharedPicture } from '@dipper/site';
import { createContext, useContext } from 'react';

/** What every page needs to know about where it is. */
export interface Site {
  readonly config: DomainConfig;
  /** Scheme and host of this deployment, no slash at the end. */
  readonly origin: string;
  /** The language part of the address ("/de") that every path of this visit begins with, or ''. */
  readonly prefix: string;
  /** How long a finished file is kept here. */
  readonly retentionSeconds: number;
  /** Of the shared preview that the visit began with. */
  readonly sharedPicture?: SharedPicture | undefined;
}

const SiteContext = createContext<Site | null>(null);

export const SiteProvider = SiteContext.Provider;

/** The site of this page; a page outside a provider is a mistake in the code. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (site === null) {
    throw new Error('useSite needs a SiteProvider');
  }
  return site;
}
