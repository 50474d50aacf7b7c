import { DEFAULT_LANGUAGE, type PictureParts } from '@dipper/site';
import { svgAddress } from './icon.js';
import { type SetText, setText } from './type/set-text.js';

/**
 * The size that link previews expect (Open Graph; X, "summary card with large image"), in pixels.
 */
export const CARD = { width: 1200, height: 630 } as const;

/** The space for the title, above the water and next to the scene. */
const TITLE = { left: 72, top: 56, width: 620, height: 346, sizes: [76, 66, 56, 48, 40] } as const;
const ICON_SIZE = 64;
const NAME = { left: 156, width: 960, height: 72, sizes: [40] } as const;
const LEFT = 72;

/** A drawing on the card. */
export function drawing(
  svg: string,
  { left, top, width, height }: Readonly<Record<'left' | 'top' | 'width' | 'height', number>>,
): string {
  return `<image href="${svgAddress(svg)}" x="${left}" y="${top}" width="${width}" height="${height}"/>`;
}

export const WHOLE = { left: 0, top: 0, ...CARD } as const;

/** A card as an SVG document. */
export function sheet(...drawings: readonly string[]): string {
  const { width, height } = CARD;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawings.join('')}</svg>`;
}

interface Space {
  readonly left: number;
  readonly top: number;
  readonly height: number;
}

/** A text, vertically centered in its space. */
function inked(text: SetText | null, fill: string, { left, top, height }: Space): string {
  if (text === null) {
    return '';
  }
  const above = (height - text.height) / 2;
  return `<g fill="${fill}" transform="translate(${left} ${top + above})">${text.paths}</g>`;
}

/** The brand's icon and name, on the water. @param top px */
export async function signature(
  { favicon, colours, font, name }: PictureParts,
  top: number,
): Promise<string> {
  const style = { font, language: DEFAULT_LANGUAGE, ...NAME };
  const text = await setText(name, style);
  const size = { width: ICON_SIZE, height: ICON_SIZE };
  const icon = { left: LEFT, top: top + (NAME.height - ICON_SIZE) / 2, ...size };
  return drawing(favicon, icon) + inked(text, colours.onWater, { ...NAME, top });
}

/**
 * The picture of a page as an SVG document with its text as paths, because rasterizing does not use
 * fonts. If the fonts for the title are missing, it shows only the brand's drawing.
 */
export async function drawCard(
  parts: PictureParts,
  title: string,
  language: string,
): Promise<string> {
  const style = { font: parts.font, language, ...TITLE };
  const text = await setText(title, style);
  return sheet(
    drawing(parts.backdrop, WHOLE),
    inked(text, parts.colours.text, TITLE),
    await signature(parts, 528),
  );
}
