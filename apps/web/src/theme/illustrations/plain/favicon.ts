import type { DomainConfig } from '@dipper/contract';
import { themesOf } from '../../palette.js';
import { initialOf } from './initial.js';

/** Side of the icon, and of the room that a drawing has in it. */
const SIDE = 48;
const ROOM = 28;

/** The first letter of the name on the brand's colour, as an SVG file. */
export function monogramFavicon({ branding }: DomainConfig): string {
  const { primary, 'on-primary': letter } = themesOf(branding.colors).light;
  return tile(
    primary,
    `<text x="24" y="34" font-size="29" font-weight="700" font-family="system-ui,'Noto Sans','DejaVu Sans',sans-serif" text-anchor="middle" fill="${letter}">${initialOf(branding.name)}</text>`,
  );
}

/** A drawing of the configuration on the brand's colour, as an SVG file. */
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

function tile(ground: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><rect width="${SIDE}" height="${SIDE}" rx="11" fill="${ground}"/>${content}</svg>`;
}
