import type { DomainConfig } from '@dipper/contract';

interface KnownSite {
  readonly config: DomainConfig;
  /** The scheme and host, without a slash at the end. */
  readonly origin: string;
}

/**
 * Returns the site's configuration: from the page's state, otherwise from the API, otherwise the
 * built-in one (specification §7).
 * @param written the state that the server embedded in the page
 */
export async function loadSite(
  written: { readonly site?: DomainConfig; readonly origin?: string },
  { hostname, origin }: Pick<Location, 'hostname' | 'origin'>,
): Promise<KnownSite> {
  if (written.site !== undefined && written.origin !== undefined) {
    return { config: written.site, origin: written.origin };
  }
  try {
    const { fetchSite } = await import('./fetch-site.js');
    return { config: await fetchSite(), origin };
  } catch {
    const { defaultDomainConfig } = await import('./built-in-site.js');
    return { config: defaultDomainConfig(hostname), origin };
  }
}
