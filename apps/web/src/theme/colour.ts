/** A colour as the domain configuration writes it: #rrggbb. */
export type Hex = string;

type Rgb = readonly [number, number, number];

function channels(colour: Hex): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Relative luminance, WCAG 2.2. */
function luminance(colour: Hex): number {
  const [red, green, blue] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, 1-21 (WCAG 2.2). */
export function contrast(one: Hex, other: Hex): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** `share` (0-1) of `other` in `colour`. */
export function mix(colour: Hex, other: Hex, share: number): Hex {
  const from = channels(colour);
  const to = channels(other);
  const mixed = from.map((channel, at) =>
    Math.round(channel + ((to[at] ?? channel) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

const STEP = 0.04;

/**
 * `colour`, moved towards black or white only as far as needed to reach `ratio` on every one of
 * `grounds`. So a brand colour from the configuration is always readable.
 */
export function readable(colour: Hex, grounds: readonly Hex[], ratio: number): Hex {
  const enough = (candidate: Hex) =>
    grounds.every((ground) => contrast(candidate, ground) >= ratio);
  const end = onColour(grounds[0] ?? '#ffffff');
  for (let share = 0; share < 1; share += STEP) {
    const candidate = mix(colour, end, share);
    if (enough(candidate)) {
      return candidate;
    }
  }
  return end;
}

/** Black or white: whichever reads better on `ground` (one of them always reaches 4.5). */
export function onColour(ground: Hex): Hex {
  return contrast('#ffffff', ground) >= contrast('#000000', ground) ? '#ffffff' : '#000000';
}
