import { rateOf, type Traits } from '../picture/picture-traits.js';

/**
 * Longest side of a loop, in pixels. Loops are displayed small, and are ten times as large as
 * video.
 */
const SIDE = 480;
/** Frame rates. GIF delays are in hundredths of a second: 12.5 is exactly 8 of them. */
const RATES = { gif: 12.5, webp: 15 } as const;

interface LoopPlan {
  readonly frames: number;
  readonly rate: number;
  /** Filters applied after those that select the frames. */
  readonly filters: string;
  readonly options: readonly string[];
}

/** @param seconds duration of the clip. */
export function loopPlan(as: 'gif' | 'webp', traits: Traits, seconds: number): LoopPlan {
  const rate = Math.min(RATES[as], rateOf(traits));
  const frames = Math.max(1, Math.round(seconds * rate));
  const size = `scale=w='min(${SIDE}\\,iw)':h='min(${SIDE}\\,ih)':force_original_aspect_ratio=decrease:flags=lanczos`;
  // Pad past the end, then trim, because filters that drop frames may end early.
  const paced = `tpad=stop_mode=clone:stop_duration=1,fps=${rate},trim=end_frame=${frames},${size}`;
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
