import type { DomainConfig } from '@dipper/contract';
import { themesOf } from '../../palette.js';

/** The bird in the domain's colors, as an SVG favicon. */
export function dipperFavicon(site: DomainConfig): string {
  const { primary, accent, 'on-primary': light } = themesOf(site.branding.colors).light;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="11" fill="${primary}"/><path fill="${light}" d="M9 16.500c2.300.9 4 2.300 5.300 4.100 2.500-4.600 7-7.100 12.200-7.100 1.300-2.200 3.600-3.500 6.200-3.500 3.500 0 6.300 2.400 7 5.700l3.800 1.600-4 1.300C38.800 27.500 32.300 33.600 24.300 33.600c-7.600 0-13.400-5.300-13.900-12.300-.1-1.700-.6-3.300-1.400-4.800Z"/><path fill="none" stroke="${accent}" stroke-width="3.200" stroke-linecap="round" d="M7 39.500c2.800 0 2.800-1.700 5.700-1.700s2.800 1.700 5.600 1.700 2.900-1.700 5.700-1.700 2.800 1.700 5.700 1.700 2.800-1.700 5.600-1.700 2.900 1.700 5.700 1.700"/></svg>`;
}
