import { contrast, type Hex, mix, onColour } from '@dipper/site';
import { litTowards } from './lit-towards.js';

/** Minimum contrast of text of any size (WCAG 2.2, 1.4.3). */
export const TEXT_RATIO = 4.5;
/**
 * Minimum contrast of the water: a large decorative shape, which only has to be visible on the
 * page.
 */
const SHAPE_RATIO = 1.5;

/** What the water's colors are derived from. */
interface Shore {
  readonly background: Hex;
  readonly primary: Hex;
}

/** `on-water`, for example, is the color of text on `water`. */
export type WaterToken =
  | 'sky'
  | 'water-far'
  | 'water'
  | 'water-deep'
  | 'on-water'
  | 'on-water-muted';

/**
 * Returns the colors of a brand's water. It is paler in the distance. Towards the bottom, its
 * contrast with the text on it grows, so that text that is readable at the surface is readable all
 * the way down.
 */
export function waterOf({ background, primary }: Shore): Readonly<Record<WaterToken, Hex>> {
  const water = litTowards(
    primary,
    onColour(background),
    (candidate) => contrast(candidate, background) >= SHAPE_RATIO,
  );
  const words = onColour(water);
  return {
    sky: mix(background, water, 0.1),
    'water-far': mix(water, background, 0.45),
    water,
    'water-deep': mix(water, words === '#ffffff' ? '#000000' : '#ffffff', 0.35),
    'on-water': words,
    'on-water-muted': litTowards(
      mix(words, water, 0.16),
      words,
      (candidate) => contrast(candidate, water) >= TEXT_RATIO,
    ),
  };
}
