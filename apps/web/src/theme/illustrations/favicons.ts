import type { DomainConfig, IllustrationName } from '@dipper/contract';
import type { DrawLetter } from '@dipper/site';
import { clipfoxFavicon } from './clipfox/favicon.js';
import { dipperFavicon } from './dipper/favicon.js';
import { keepwellFavicon } from './keepwell/favicon.js';
import { drawingFavicon, monogramFavicon } from './plain/favicon.js';
import { ebbcastFavicon } from './ebbcast/favicon.js';

/** Favicons of illustrated brands. In a separate module, because only the server renders them. */
const FAVICONS: ReadonlyMap<IllustrationName, (site: DomainConfig) => string> = new Map([
  ['dipper', dipperFavicon],
  ['ebbcast', ebbcastFavicon],
  ['clipfox', clipfoxFavicon],
  ['keepwell', keepwellFavicon],
]);

/** Returns a domain's favicon as SVG, made from its logo, its illustration or its name. */
export async function renderFavicon(site: DomainConfig, draw: DrawLetter): Promise<string> {
  const { logo, illustration } = site.branding;
  return logo.drawing !== undefined
    ? drawingFavicon(site, logo.drawing)
    : (FAVICONS.get(illustration)?.(site) ?? monogramFavicon(site, draw));
}
