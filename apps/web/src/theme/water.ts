import { contrast, type Hex, litTowards, mix, onColour } from './colour.js';

/** Text at any size (WCAG 2.2, 1.4.3). */
export const TEXT_RATIO = 4.5;
/** Water is a large shape that means little: it only must not be lost on the page. */
const SHAPE_RATIO = 1.5;

/** What the water is made of. */
export interface Shore {
  readonly background: Hex;
  readonly primary: Hex;
}

/** The names of the water's colours; `on-` is what is written on it. */
export type WaterToken =
  | 'sky'
  | 'water-far'
  | 'water'
  | 'water-deep'
  | 'on-water'
  | 'on-water-muted';

/**
 * The water of any brand, in its own colour: paler where it is far, and towards the bottom further
 * away from the text on it, so that what can be read at the surface can be read all the way down.
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
