import type { SourceFormat } from '../source-info.js';

/** Heights that people have names for. */
const KNOWN_HEIGHTS = [144, 240, 360, 480, 720, 1080, 1440, 2160, 4320];
/** 852×480 and 854×480 are both one of them. */
const ROUNDING = 0.02;

/**
 * The number people know a picture by (1080 of 1920×1080 and of 1080×1920), or null when unknown. A
 * wide one goes by the frame it was cut from, as on the sites: 1920×804 is 1080.
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

/** What sites call a picture that they give no dimensions of, in its id or note: "720p", "HD". */
const QUALITY_NAME = /(?<![a-z\d.])(\d{3,4}p|hd|sd)(?![a-z\d])/i;

/** The name a site has for a picture, as people write it; '' where it has none. */
export function qualityName({ id, note }: Pick<SourceFormat, 'id' | 'note'>): string {
  const [, name = ''] = QUALITY_NAME.exec(`${id} ${note ?? ''}`) ?? [];
  return name.endsWith('p') || name.endsWith('P') ? name.toLowerCase() : name.toUpperCase();
}

/** What a picture is compared by: its pixels, or those its name stands for; 0 when nothing is known. */
export function nominalPixels(
  format: Pick<SourceFormat, 'id' | 'note' | 'width' | 'height'>,
): number {
  const name = qualityName(format);
  return pixelsOf(format) ?? { HD: 720, SD: 360, '': 0 }[name] ?? Number.parseInt(name, 10);
}
