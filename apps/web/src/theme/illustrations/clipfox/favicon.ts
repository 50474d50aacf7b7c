import type { DomainConfig } from '@dipper/contract';
import { themesOf } from '../../palette.js';
import { tile } from '../tile.js';

/** The fox's head on the page background, as an SVG favicon. */
export function clipfoxFavicon({ branding }: DomainConfig): string {
  const { primary, accent, bib, bg } = themesOf(branding.colors).light;
  return tile(
    bg,
    `<path fill="${primary}" d="M9 8l10 8h10l10-8 2 15-17 19L7 23Z"/><path fill="${bib}" d="M7 23l11 2 6 17ZM41 23l-11 2-6 17Z"/><path fill="${accent}" d="M15 21l7 2-3 4c-2 0-4-2-4-6ZM33 21l-7 2 3 4c2 0 4-2 4-6Z"/>`,
  );
}
