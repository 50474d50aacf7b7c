import type { ResvgRenderOptions } from '@resvg/resvg-js';

/** Text is already drawn as paths; system fonts would differ between machines. */
const OPTIONS: ResvgRenderOptions = { font: { loadSystemFonts: false } };

/**
 * Renders an SVG document as a PNG of its own size, in another thread. The library is loaded on
 * first use, so a server without picture requests does not pay for it.
 * @throws Error when the document is not SVG
 */
export async function rasterize(svg: string): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js');
  return (await renderAsync(svg, OPTIONS)).asPng();
}

/** The bounding box of what an SVG document draws, in its own units; null when it draws nothing. */
export async function drawnBounds(
  svg: string,
): Promise<Readonly<Record<'x' | 'y' | 'width' | 'height', number>> | null> {
  const { Resvg } = await import('@resvg/resvg-js');
  return new Resvg(svg, OPTIONS).getBBox() ?? null;
}
