/** A raster version of a brand's icon. */
export interface Icon {
  /** Side length, in pixels. */
  readonly size: number;
  /** True if the icon is drawn up to its edges, so that the system can crop it to any shape. */
  readonly isMaskable: boolean;
}

/**
 * The sizes that browsers, phones and search engines request for tabs, home screens and installed
 * apps. Podcast apps require 1400 pixels.
 */
const SIZES = [48, 180, 192, 512, 1400];

/**
 * Important parts of a maskable icon must lie within a circle whose diameter is 80% of the side
 * (w3.org/TR/appmanifest).
 */
const SAFE_SHARE = 0.8;

/** The icon for a file name ("192.png", "maskable-512.png"); null for any other name. */
export function iconOf(name: string): Icon | null {
  const size = SIZES.find((it) => name === `${it}.png` || name === `maskable-${it}.png`);
  return size === undefined ? null : { size, isMaskable: name.startsWith('maskable-') };
}

/** An SVG document as a data URL, to use as an image in another SVG document. */
export function svgAddress(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/**
 * Draws an icon as an SVG document.
 * @param favicon the brand's own favicon, with its rounded corners
 * @param ground a color (#rrggbb) that continues the favicon's background up to the edges
 */
export function iconSvg(favicon: string, ground: string, { size, isMaskable }: Icon): string {
  const side = isMaskable ? size * SAFE_SHARE : size;
  const start = (size - side) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">`,
    isMaskable ? `<rect width="${size}" height="${size}" fill="${ground}"/>` : '',
    `<image href="${svgAddress(favicon)}" x="${start}" y="${start}" width="${side}" height="${side}"/>`,
    '</svg>',
  ].join('');
}
