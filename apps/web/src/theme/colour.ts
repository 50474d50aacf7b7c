import {
  formatHex,
  interpolate,
  modeLrgb,
  modeOklch,
  modeRgb,
  converter,
  useMode as addMode,
  wcagLuminance,
} from 'culori/fn';

/** A colour as in the domain configuration: #rrggbb. */
export type Hex = string;

// culori/fn registers no colour spaces itself. Mixing uses sRGB, luminance linear sRGB, and
// lightness OKLCH.
addMode(modeRgb);
addMode(modeLrgb);
addMode(modeOklch);

const toOklch = converter('oklch');

/**
 * Returns a function that gives the lowest contrast ratio (1-21, WCAG 2.2) between a colour and any
 * of `grounds`.
 */
export function contrastOn(grounds: readonly Hex[]): (colour: Hex) => number {
  const lights = grounds.map((ground) => wcagLuminance(ground) + 0.05);
  return (colour) => {
    const own = wcagLuminance(colour) + 0.05;
    return Math.min(...lights.map((light) => Math.max(own, light) / Math.min(own, light)));
  };
}

/** Returns the contrast ratio of two colours. */
export function contrast(one: Hex, other: Hex): number {
  return contrastOn([other])(one);
}

/** Mixes `share` (0-1) of `other` into `colour`. */
export function mix(colour: Hex, other: Hex, share: number): Hex {
  return formatHex(interpolate([colour, other], 'rgb')(share));
}

/**
 * Returns black or white, whichever is easier to read on `ground`. One of them always reaches 4.58.
 */
export function onColour(ground: Hex): Hex {
  return contrast('#ffffff', ground) >= contrast('#000000', ground) ? '#ffffff' : '#000000';
}

const STEPS = 25;

/**
 * Returns `colour`, or the first colour on the way to `end` that satisfies `isEnough`; `end` if
 * none does.
 */
export function firstTowards(colour: Hex, end: Hex, isEnough: (colour: Hex) => boolean): Hex {
  if (isEnough(colour)) {
    return colour;
  }
  const at = interpolate([colour, end], 'rgb');
  for (let step = 1; step < STEPS; step += 1) {
    const candidate = formatHex(at(step / STEPS));
    if (isEnough(candidate)) {
      return candidate;
    }
  }
  return end;
}

/**
 * Like `firstTowards` with black or white as the target, but changes only the lightness. A colour
 * that has to be lighter on a dark page therefore stays the brand's red or blue; mixed with white,
 * it would turn grey.
 */
export function litTowards(colour: Hex, end: Hex, isEnough: (colour: Hex) => boolean): Hex {
  const from = toOklch(colour);
  const to = toOklch(end);
  if (from === undefined || to === undefined || isEnough(colour)) {
    return colour;
  }
  for (let step = 1; step < STEPS; step += 1) {
    const candidate = formatHex({ ...from, l: from.l + ((to.l - from.l) * step) / STEPS });
    if (isEnough(candidate)) {
      return candidate;
    }
  }
  return end;
}
