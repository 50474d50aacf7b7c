import type { DomainConfig } from '@dipper/contract';
import { dipperFavicon } from './dipper/favicon.js';

/** A brand's icon for browser tabs, by the name in `branding.logo.icon`; apart, as only the server makes it. */
const FAVICONS: ReadonlyMap<string, (site: DomainConfig) => string> = new Map([
  ['dipper', dipperFavicon],
]);

/** The icon of a domain's brand as an SVG file; Dipper's where it has none of its own. */
export function renderFavicon(site: DomainConfig): string {
  return (FAVICONS.get(site.branding.logo.icon) ?? dipperFavicon)(site);
}
