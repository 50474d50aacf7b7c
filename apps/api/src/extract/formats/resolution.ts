import type { SourceFormat } from '../source-info.js';

/** The number people know a picture by (1080 of 1920×1080 and of 1080×1920), or null when unknown. */
export function pixelsOf({ width, height }: Pick<SourceFormat, 'width' | 'height'>): number | null {
  if (height === null) {
    return null;
  }
  return width === null ? height : Math.min(width, height);
}

/** "1080p60"; frame rates up to 31 go without saying. Null when the size of the picture is unknown. */
export function resolutionText(
  format: Pick<SourceFormat, 'width' | 'height' | 'fps'>,
): string | null {
  const pixels = pixelsOf(format);
  if (pixels === null) {
    return null;
  }
  return format.fps !== null && format.fps > 31
    ? `${pixels}p${Math.round(format.fps)}`
    : `${pixels}p`;
}
