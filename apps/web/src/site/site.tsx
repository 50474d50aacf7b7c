import type { DomainConfig, ServiceStatus } from '@dipper/contract';
import type { SharedPicture } from '@dipper/site';
import { createContext, useContext } from 'react';

/** What every page needs to know about its site. */
export interface Site {
  readonly config: DomainConfig;
  /** The scheme and host of this deployment, without a slash at the end. */
  readonly origin: string;
  /** The language prefix ("/de") of all paths in this visit, or ''. */
  readonly prefix: string;
  /** How long finished files are kept. */
  readonly retentionSeconds: number;
  /** The picture of the shared preview that the visit started with. */
  readonly sharedPicture?: SharedPicture | undefined;
  /** The platforms' status as of when the document was made. Only the status page has it. */
  readonly status?: ServiceStatus | undefined;
}

const SiteContext = createContext<Site | null>(null);

export const SiteProvider = SiteContext.Provider;

/** @throws Error outside a provider, which is a bug */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (site === null) {
    throw new Error('useSite needs a SiteProvider');
  }
  return site;
}
