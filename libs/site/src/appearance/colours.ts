/** A color as in the domain configuration: #rrggbb. */
export type Hex = string;

function channels(colour: Hex): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** The relative luminance of WCAG 2.2, 0 to 1. */
function luminance(colour: Hex): number {
  const [r = 0, g = 0, b = 0] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * Returns a function that gives the lowest contrast ratio (1-21, WCAG 2.2) between a color and any
 * of `grounds`.
 */
export function contrastOn(grounds: readonly Hex[]): (colour: Hex) => number {
  const lights = grounds.map((ground) => luminance(ground) + 0.05);
  return (colour) => {
    const own = luminance(colour) + 0.05;
    return Math.min(...lights.map((light) => Math.max(own, light) / Math.min(own, light)));
  };
}

/** Returns the contrast ratio of two colors. */
export function contrast(one: Hex, other: Hex): number {
  return contrastOn([other])(one);
}

/** Mixes `share` (0-1) of `other` into `colour`. */
export function mix(colour: Hex, other: Hex, share: number): Hex {
  const others = channels(other);
  const mixed = channels(colour).map((channel, at) =>
    Math.round(channel + ((others[at] ?? 0) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Returns black or white, whichever is easier to read on `ground`. One of them always has a
 * contrast of at least 4.58.
 */
export function onColour(ground: Hex): Hex {
  return contrast('#ffffff', ground) >= contrast('#000000', ground) ? '#ffffff' : '#000000';
}

/** The steps of a search for a color. */
export const COLOUR_STEPS = 25;

/**
 * Returns `colour`, or the first color on the way to `end` that satisfies `isEnough`; `end` if
 * none does.
 */
export function firstTowards(colour: Hex, end: Hex, isEnough: (colour: Hex) => boolean): Hex {
  for (let step = 0; step < COLOUR_STEPS; step += 1) {
    const candidate = mix(colour, end, step / COLOUR_STEPS);
    if (isEnough(candidate)) {
      return candidate;
    }
  }
  return end;
}
