import { DomainError } from '../../infra/errors/domain-error.js';
import { rateOf, type Traits } from './picture/picture-traits.js';

/**
 * Maximum number of pixels encoded for one clip: ten minutes of 1080p at 30 fps. Pixels for libvpx
 * count three times, because it is slower.
 */
const MOST_PIXELS = 1920 * 1080 * 30 * 600;
const VPX_COST = 3;

/** Pixels per frame; at least one. */
export function frameArea({ width = 0, height = 0 }: Pick<Traits, 'width' | 'height'>): number {
  return Math.max(1, width * height);
}

interface Work {
  readonly frames: number;
  readonly isVpx: boolean;
}

/** @throws DomainError CLIP_TOO_LONG for more frames than may be encoded for one clip. */
export function boundEncoding(
  traits: Pick<Traits, 'width' | 'height' | 'avg_frame_rate'>,
  { frames, isVpx }: Work,
): void {
  if (!isEncodable(traits, { frames, isVpx })) {
    const seconds = Math.floor(MOST_PIXELS / costOf(traits, isVpx) / rateOf(traits));
    throw new DomainError('CLIP_TOO_LONG', { values: { seconds } });
  }
}

export function isEncodable(
  traits: Pick<Traits, 'width' | 'height'>,
  { frames, isVpx }: Work,
): boolean {
  return frames * costOf(traits, isVpx) <= MOST_PIXELS;
}

/** Cost of one frame, in pixels. */
function costOf(traits: Pick<Traits, 'width' | 'height'>, isVpx: boolean): number {
  return frameArea(traits) * (isVpx ? VPX_COST : 1);
}
