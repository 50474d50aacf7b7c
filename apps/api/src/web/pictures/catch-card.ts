import type { PictureParts } from '@dipper/site';
import { jpegSize } from '../../infra/pictures/jpeg-size.js';
import { CARD, drawing, sheet, signature, WHOLE } from './card.js';

/** The largest picture on a card, in pixels. */
const MAX = { width: 700, height: 392 };
/** Wider or taller pictures are cropped, because no site has banners or columns as thumbnails. */
const RATIOS = { least: 9 / 16, most: 2 };
const MARGIN = 14;
/** Where the figure's feet are, in pixels from the top of the card. */
const STAND = 148;
/** The upper edge of the brand's name, on the lower water of this card. */
const SIGNED = 548;
/** The tilt of the print, in degrees. */
const TILT = -1.5;
const SHADOW =
  '<filter id="shadow" x="-20%" y="-20%" width="140%" height="150%"><feDropShadow dx="0" dy="12" stdDeviation="16" flood-color="#000000" flood-opacity="0.18"/></filter>';

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The size of a thumbnail on the card.
 * @param actual the size of the picture, in pixels
 */
export function printSize({ width, height }: Size): Size {
  const actual = width > 0 && height > 0 ? width / height : 16 / 9;
  const ratio = Math.min(Math.max(actual, RATIOS.least), RATIOS.most);
  const fitting = Math.min(MAX.width, MAX.height * ratio);
  return { width: Math.round(fitting), height: Math.round(fitting / ratio) };
}

/**
 * The card of a shared item as an SVG document: its thumbnail as a print that rises from the water,
 * with the brand's figure on it. It has no title, because networks show the title next to it.
 * @param jpeg the thumbnail, which must be our own encoding (jpegOf)
 */
export async function drawCatch(parts: PictureParts, jpeg: Buffer): Promise<string> {
  const { behind, front, figure, margin } = parts.catch;
  const { width, height } = printSize(jpegSize(jpeg));
  const outer = { width: width + 2 * MARGIN, height: height + 2 * MARGIN };
  const left = (CARD.width - outer.width) / 2;
  // The figure is in the middle of a narrow print, or at a third of a wide one.
  const perch = left + Math.min(outer.width / 3, (outer.width - figure.width) / 2 + MARGIN);
  const place = { left: Math.max(perch, 0), top: STAND - figure.height + 2 };
  const photo = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
  return sheet(
    drawing(behind, WHOLE),
    SHADOW,
    `<g transform="rotate(${TILT} ${CARD.width / 2} ${CARD.height / 2})">`,
    `<rect x="${left}" y="${STAND}" width="${outer.width}" height="${outer.height}" rx="10" fill="${margin}" filter="url(#shadow)"/>`,
    `<image href="${photo}" x="${left + MARGIN}" y="${STAND + MARGIN}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice"/>`,
    drawing(figure.svg, { ...place, width: figure.width, height: figure.height }),
    '</g>',
    drawing(front, WHOLE),
    await signature(parts, SIGNED),
  );
}
