import { defaultDomainConfig, type DomainConfig } from '@dipper/contract';
import type { Site } from '../../lib/site.js';

/** What our server wrote into the page for its first render (app/render.tsx). */
function writtenIntoPage(document: Document): Site | null {
  const text = document.getElementById('state')?.textContent ?? '';
  try {
    const state = JSON.parse(text) as { readonly site?: DomainConfig; readonly origin?: string };
    return state.site !== undefined && state.origin !== undefined
      ? { config: state.site, origin: state.origin }
      : null;
  } catch {
    return null;
  }
}

/** Where this page is: as the server wrote it, else from the API, else built in (specification §7). */
export async function loadSite(
  document: Document,
  { hostname, origin }: Pick<Location, 'hostname' | 'origin'>,
): Promise<Site> {
  const written = writtenIntoPage(document);
  if (written !== null) {
    return written;
  }
  try {
    const { fetchSite } = await import('./fetch-site.js');
    return { config: await fetchSite(), origin };
  } catch {
    return { config: defaultDomainConfig(hostname), origin };
  }
}
