import type { SourceFormat } from '../source-info.js';

/** Heights with familiar names. */
const KNOWN_HEIGHTS = [144, 240, 360, 480, 720, 1080, 1440, 2160, 4320];
/** Tolerance: both 852×480 and 854×480 are 480p. */
const ROUNDING = 0.02;

/**
 * The familiar number of a resolution (1080 for 1920×1080 and 1080×1920), or null when unknown. A wide
 * video counts as the frame it was cut from, as on the sites: 1920×804 is 1080.
 */
export function pixelsOf({ width, height }: Pick<SourceFormat, 'width' | 'height'>): number | null {
  if (height === null || width === null) {
    return height;
  }
  const frame = KNOWN_HEIGHTS.find(
    (known) => Math.abs((width * 9) / 16 - known) <= known * ROUNDING && known > height,
  );
  return frame ?? Math.min(width, height);
}

/** "1080p60"; frame rates up to 31 are left out. Null when the dimensions are unknown. */
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

/** A quality in a format's id or note, for sites that give no dimensions: "720p", "HD". */
const QUALITY_NAME = /(?<![a-z\d.])(\d{3,4}p|hd|sd)(?![a-z\d])/i;

/** The site's name for a quality in the usual spelling; '' if it has none. */
export function qualityName({ id, note }: Pick<SourceFormat, 'id' | 'note'>): string {
  const [, name = ''] = QUALITY_NAME.exec(`${id} ${note ?? ''}`) ?? [];
  return name.endsWith('p') || name.endsWith('P') ? name.toLowerCase() : name.toUpperCase();
}

/** The number to compare videos by: pixels, or those its name implies; 0 when unknown. */
export function nominalPixels(
  format: Pick<SourceFormat, 'id' | 'note' | 'width' | 'height'>,
): number {
  const name = qualityName(format);
  return pixelsOf(format) ?? { HD: 720, SD: 360, '': 0 }[name] ?? Number.parseInt(name, 10);
}
