import type { DomainConfig } from '@dipper/contract';
import type { DrawLetter } from '@dipper/site';
import { themesOf } from '../../palette.js';
import { tile } from '../tile.js';
import { initialOf } from './initial.js';

/** Sizes of the icon and of the drawing inside it. */
const SIDE = 48;
const ROOM = 28;

/** The first letter of the name on the brand's color, as an SVG file. */
export async function monogramFavicon(
  { branding }: DomainConfig,
  draw: DrawLetter,
): Promise<string> {
  const { primary, 'on-primary': letter } = themesOf(branding.colors).light;
  const initial = initialOf(branding.name);
  // If our font lacks the letter, use the browser's fonts.
  return tile(
    primary,
    (await draw(initial, letter)) ??
      `<text x="24" y="34" font-size="29" font-weight="700" font-family="system-ui,'Noto Sans','DejaVu Sans',sans-serif" text-anchor="middle" fill="${letter}">${initial}</text>`,
  );
}

/** A configured drawing on the brand's color, as an SVG file. */
export function drawingFavicon(
  { branding }: DomainConfig,
  { viewBox, path }: NonNullable<DomainConfig['branding']['logo']['drawing']>,
): string {
  const { primary, 'on-primary': ink } = themesOf(branding.colors).light;
  const at = (SIDE - ROOM) / 2;
  return tile(
    primary,
    `<svg x="${at}" y="${at}" width="${ROOM}" height="${ROOM}" viewBox="${viewBox}"><path fill="${ink}" d="${path}"/></svg>`,
  );
}
