import { rateOf, type Traits } from '../picture/picture-traits.js';

/**
 * Longest side of a loop, in pixels. Loops are displayed small, and are ten times as large as
 * video.
 */
const SIDE = 480;
/** Frame rates. GIF delays are in hundredths of a second: 12.5 is exactly 8 of them. */
const RATES = { gif: 12.5, webp: 15 } as const;
/** A loop consists of whole frames. At a lower rate, its duration would differ from the clip's. */
const LEAST_RATE = 10;

interface LoopPlan {
  readonly frames: number;
  readonly rate: number;
  /** Filters applied after those that select the frames. */
  readonly filters: string;
  readonly options: readonly string[];
}

/** @param seconds duration of the clip. */
export function loopPlan(as: 'gif' | 'webp', traits: Traits, seconds: number): LoopPlan {
  const rate = Math.min(RATES[as], Math.max(LEAST_RATE, rateOf(traits)));
  const frames = Math.max(1, Math.round(seconds * rate));
  const size = `scale=w='min(${SIDE}\\,iw)':h='min(${SIDE}\\,ih)':force_original_aspect_ratio=decrease:flags=lanczos`;
  // Pad past the end, then trim: the last frame may begin long before the end of the clip, and
  // without a later frame its duration is unknown.
  const paced = `fps=${rate},tpad=stop_mode=clone:stop_duration=${seconds},trim=end_frame=${frames},${size}`;
  const palette =
    'split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=5:diff_mode=rectangle';
  return {
    ...{ frames, rate },
    filters: as === 'gif' ? `${paced},${palette}` : paced,
    options:
      as === 'gif'
        ? ['-c:v', 'gif', '-loop', '0', '-f', 'gif']
        : ['-c:v', 'libwebp_anim', '-quality', '75', '-loop', '0', '-f', 'webp'],
  };
}
