import { DomainError } from '../../infra/http/domain-error.js';
import { rateOf, type Traits } from './picture-traits.js';

/** Most that is encoded for one clip, pixels: ten minutes of 1080p at 30 frames a second, of VP9 a third. */
const MOST_PIXELS = 1920 * 1080 * 30 * 600;
const VPX_COST = 3;

/** The size of a picture; at least one pixel. */
export function pixelsOf({ width = 0, height = 0 }: Pick<Traits, 'width' | 'height'>): number {
  return Math.max(1, width * height);
}

/** How many frames, and whether they are encoded by one of libvpx. */
interface Work {
  readonly frames: number;
  readonly isVpx: boolean;
}

/** @throws DomainError CLIP_TOO_LONG for more frames than are encoded for one clip. */
export function boundEncoding(
  traits: Pick<Traits, 'width' | 'height' | 'avg_frame_rate'>,
  { frames, isVpx }: Work,
): void {
  if (!isEncodable(traits, { frames, isVpx })) {
    const seconds = Math.floor(MOST_PIXELS / costOf(traits, isVpx) / rateOf(traits));
    throw new DomainError('CLIP_TOO_LONG', { values: { seconds } });
  }
}

/** False for more frames than are encoded for one clip. */
export function isEncodable(
  traits: Pick<Traits, 'width' | 'height'>,
  { frames, isVpx }: Work,
): boolean {
  return frames * costOf(traits, isVpx) <= MOST_PIXELS;
}

/** Of one frame, pixels. */
function costOf(traits: Pick<Traits, 'width' | 'height'>, isVpx: boolean): number {
  return pixelsOf(traits) * (isVpx ? VPX_COST : 1);
}
