import type { DomainConfig } from '@dipper/contract';
import { themesOf } from '../../palette.js';
import { tile } from '../tile.js';

/** Two folders on the brand's color, as an SVG favicon. */
export function keepwellFavicon({ branding }: DomainConfig): string {
  const { primary, accent, 'on-primary': light } = themesOf(branding.colors).light;
  return tile(
    primary,
    `<path fill="${light}" d="M10 8h13v32H10Z"/><path fill="${accent}" d="M26 12l10-3 5 28-10 3Z"/><path fill="${primary}" d="M13 13h7v9h-7Z"/><circle fill="${primary}" cx="16.500" cy="33" r="2.600"/>`,
  );
}
