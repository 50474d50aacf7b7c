import { DomainError } from '../../infra/http/domain-error.js';
import { rateOf, type Traits } from './picture-traits.js';

/** Most that is encoded for one clip, pixels: ten minutes of 1080p at 30 frames a second, of VP9 a third. */
const MOST_PIXELS = 1920 * 1080 * 30 * 600;
const VPX_COST = 3;

/** The size of a picture; at least one pixel. */
export function pixelsOf({ width = 0, height = 0 }: Pick<Traits, 'width' | 'height'>): number {
  return Math.max(1, width * height);
}

/** @throws DomainError CLIP_TOO_LONG for more frames than are encoded for one clip. */
export function boundEncoding(
  traits: Pick<Traits, 'width' | 'height' | 'avg_frame_rate'>,
  { frames, isVpx }: { frames: number; isVpx: boolean },
): void {
  const pixels = pixelsOf(traits) * (isVpx ? VPX_COST : 1);
  if (frames * pixels > MOST_PIXELS) {
    const seconds = Math.floor(MOST_PIXELS / pixels / rateOf(traits));
    throw new DomainError('CLIP_TOO_LONG', { values: { seconds } });
  }
}
