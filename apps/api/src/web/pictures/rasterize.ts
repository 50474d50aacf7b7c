import type { ResvgRenderOptions } from '@resvg/resvg-js';

/** No system fonts are loaded, because text is already drawn as paths. */
const OPTIONS: ResvgRenderOptions = { font: { loadSystemFonts: false } };

/**
 * Renders an SVG document as a PNG of the same size, in another thread. The library is loaded on
 * first use, so a server that gets no requests for pictures does not need the memory.
 * @throws Error if the document is not SVG
 */
export async function rasterize(svg: string): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js');
  return (await renderAsync(svg, OPTIONS)).asPng();
}

/**
 * The bounding box of an SVG document's drawing, in the document's own units; null if it draws
 * nothing.
 */
export async function drawnBounds(
  svg: string,
): Promise<Readonly<Record<'x' | 'y' | 'width' | 'height', number>> | null> {
  const { Resvg } = await import('@resvg/resvg-js');
  return new Resvg(svg, OPTIONS).getBBox() ?? null;
}
