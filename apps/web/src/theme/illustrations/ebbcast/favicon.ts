import type { DomainConfig } from '@dipper/contract';
import { themesOf } from '../../palette.js';
import { tile } from '../tile.js';

/** The shell on the brand's color, as an SVG favicon. */
export function ebbcastFavicon({ branding }: DomainConfig): string {
  const { primary, accent, 'on-primary': light } = themesOf(branding.colors).light;
  return tile(
    primary,
    `<path fill="${light}" d="M8 33C6 21 14 11 26 10c3-1 4-3 6-5 2 3 2 5 2 7 5 3 7 9 6 16-1 7-6 10-11 10H13c-2 0-4-2-5-5Z"/><path stroke="${primary}" d="M36 30c2-8-3-14-10-14-7 0-11 5-10 11 1 5 6 7 9 5 3-2 3-6 0-7" fill="none" stroke-width="3" stroke-linecap="round"/><path stroke="${accent}" d="M9 42.500h30" stroke-width="3" stroke-linecap="round"/>`,
  );
}
