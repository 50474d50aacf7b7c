import type { DomainConfig } from '@dipper/contract';

type BrandColours = DomainConfig['branding']['colors'];

/** In the form #rrggbb. */
type Hex = string;

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
const TEXT_RATIO = 4.5;
/** Contrast that body text should have (1.4.6). */
const READING_RATIO = 7;
/** Minimum contrast of the edges of controls (1.4.11). */
const EDGE_RATIO = 3;
/** Maximum contrast between black and the background of a dark email. */
const NIGHT_RATIO = 1.4;
const STEPS = 25;

export interface MailColours {
  readonly ground: Hex;
  readonly card: Hex;
  readonly line: Hex;
  readonly ink: Hex;
  readonly muted: Hex;
  readonly link: Hex;
  readonly button: Hex;
  readonly onButton: Hex;
  /** The button's border, needed because its background may be as light as the card. */
  readonly edge: Hex;
}

function channels(colour: Hex): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function luminance(colour: Hex): number {
  const [r = 0, g = 0, b = 0] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: Hex, other: Hex): number {
  const lights = [luminance(one), luminance(other)].map((light) => light + 0.05);
  return Math.max(...lights) / Math.min(...lights);
}

function mix(colour: Hex, other: Hex, share: number): Hex {
  const others = channels(other);
  const mixed = channels(colour).map((channel, at) =>
    Math.round(channel + ((others[at] ?? 0) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function onColour(ground: Hex): Hex {
  return contrast('#ffffff', ground) >= contrast('#000000', ground) ? '#ffffff' : '#000000';
}

/** The first colour between `colour` and `end` that is good enough; `end` if none is. */
function towards(colour: Hex, end: Hex, isEnough: (colour: Hex) => boolean): Hex {
  for (let step = 0; step < STEPS; step += 1) {
    const candidate = mix(colour, end, step / STEPS);
    if (isEnough(candidate)) {
      return candidate;
    }
  }
  return end;
}

type Scene = Pick<BrandColours, 'background' | 'surface' | 'text' | 'primary'>;

function coloursOf({ background, surface, text, primary }: Scene): MailColours {
  const end = onColour(background);
  // Text that is readable on the background must also be readable on the card.
  const card = towards(surface, background, (ground) => contrast(end, ground) >= TEXT_RATIO);
  const readable = (colour: Hex, least: number): Hex =>
    towards(colour, end, (it) => contrast(it, background) >= least && contrast(it, card) >= least);
  const ink = readable(text, READING_RATIO);
  return {
    ground: background,
    card,
    line: mix(card, ink, 0.14),
    ink,
    muted: readable(mix(ink, background, 0.34), TEXT_RATIO),
    link: readable(primary, TEXT_RATIO),
    button: primary,
    onButton: onColour(primary),
    edge: readable(primary, EDGE_RATIO),
  };
}

/**
 * The brand's colours in an email, for light and dark mail programs, adjusted so that text is
 * always readable. The rules are those of the pages (apps/web/src/theme/{tokens,palette}.ts), which
 * can't be imported, because they are part of the web bundle.
 */
export function mailColours(brand: BrandColours): { light: MailColours; dark: MailColours } {
  const isInk = contrast(brand.text, '#000000') < contrast(brand.background, '#000000');
  const [dark, light] = isInk ? [brand.text, brand.background] : [brand.background, brand.text];
  const background = towards(
    mix(mix(dark, brand.primary, 0.06), '#000000', 0.45),
    '#000000',
    (ground) => contrast(ground, '#000000') < NIGHT_RATIO,
  );
  const night = {
    background,
    surface: mix(background, '#ffffff', 0.055),
    text: mix(light, background, 0.06),
    primary: brand.primary,
  };
  return { light: coloursOf(brand), dark: coloursOf(night) };
}
