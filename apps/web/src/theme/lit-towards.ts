import { COLOUR_STEPS, type Hex } from '@dipper/site';
import { converter, formatHex, modeOklch, modeRgb, useMode as addMode } from 'culori/fn';

// culori/fn registers no color spaces itself.
addMode(modeRgb);
addMode(modeOklch);

const toOklch = converter('oklch');

/**
 * Like `firstTowards` with black or white as the target, but changes only the lightness. A color
 * that has to be lighter on a dark page therefore stays the brand's red or blue; mixed with white,
 * it would turn gray.
 */
export function litTowards(colour: Hex, end: Hex, isEnough: (colour: Hex) => boolean): Hex {
  const from = toOklch(colour);
  const to = toOklch(end);
  if (from === undefined || to === undefined || isEnough(colour)) {
    return colour;
  }
  for (let step = 1; step < COLOUR_STEPS; step += 1) {
    const candidate = formatHex({ ...from, l: from.l + ((to.l - from.l) * step) / COLOUR_STEPS });
    if (isEnough(candidate)) {
      return candidate;
    }
  }
  return end;
}
