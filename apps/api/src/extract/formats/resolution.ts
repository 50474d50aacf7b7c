import type { SourceFormat } from '../source-info.js';

const KNOWN_HEIGHTS = [144, 240, 360, 480, 720, 1080, 1440, 2160, 4320];
/** The tolerance, as a fraction: both 852×356 and 854×356 count as 480p. */
const ROUNDING = 0.02;

/**
 * The familiar number of a resolution (1080 for 1920×1080 and 1080×1920); null if unknown. As on
 * the sites, a wide video counts as the frame that it was cropped from: 1920×804 is 1080.
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

/**
 * A resolution such as "1080p60". Frame rates up to 31 are left out. Null if the dimensions are
 * unknown.
 */
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

/** The quality in the id or note of a format, for sites that report no dimensions: "720p", "HD". */
const QUALITY_NAME = /(?<![a-z\d.])(\d{3,4}p|hd|sd)(?![a-z\d])/i;

/** The site's name for a quality, in the usual spelling; '' if it has none. */
export function qualityName({ id, note }: Pick<SourceFormat, 'id' | 'note'>): string {
  const [, name = ''] = QUALITY_NAME.exec(`${id} ${note ?? ''}`) ?? [];
  return name.endsWith('p') || name.endsWith('P') ? name.toLowerCase() : name.toUpperCase();
}

/**
 * The number by which videos are compared: the familiar number of their resolution, or else the
 * number in their quality's name; 0 if unknown.
 */
export function nominalPixels(
  format: Pick<SourceFormat, 'id' | 'note' | 'width' | 'height'>,
): number {
  const name = qualityName(format);
  return pixelsOf(format) ?? { HD: 720, SD: 360, '': 0 }[name] ?? Number.parseInt(name, 10);
}
