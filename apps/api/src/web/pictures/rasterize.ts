import type { ResvgRenderOptions } from '@resvg/resvg-js';

/** Letters are drawn as paths before; fonts of the machine would differ from one to the next. */
const OPTIONS: ResvgRenderOptions = { font: { loadSystemFonts: false } };

/**
 * An SVG document as a PNG of its own size, made in another thread. Loaded with the first: a server
 * that nobody asks for a picture does not pay for it.
 * @throws Error where the document is not SVG
 */
export async function rasterize(svg: string): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js');
  return (await renderAsync(svg, OPTIONS)).asPng();
}

/** The smallest box around what an SVG document draws, in its own units; null where that is nothing. */
export async function drawnBounds(
  svg: string,
): Promise<Readonly<Record<'x' | 'y' | 'width' | 'height', number>> | null> {
  const { Resvg } = await import('@resvg/resvg-js');
  return new Resvg(svg, OPTIONS).getBBox() ?? null;
}
