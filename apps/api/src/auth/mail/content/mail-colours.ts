import type { DomainConfig } from '@dipper/contract';
import { contrast, firstTowards, type Hex, mix, onColour } from '@dipper/site';

type BrandColours = DomainConfig['branding']['colors'];

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
const TEXT_RATIO = 4.5;
/** Contrast that body text should have (1.4.6). */
const READING_RATIO = 7;
/** Minimum contrast of the edges of controls (1.4.11). */
const EDGE_RATIO = 3;
/** Maximum contrast between black and the background of a dark email. */
const NIGHT_RATIO = 1.4;

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

type Scene = Pick<BrandColours, 'background' | 'surface' | 'text' | 'primary'>;

function coloursOf({ background, surface, text, primary }: Scene): MailColours {
  const end = onColour(background);
  // Text must be readable on the card as well as on the background.
  const card = firstTowards(surface, background, (ground) => contrast(end, ground) >= TEXT_RATIO);
  const readable = (colour: Hex, least: number): Hex =>
    firstTowards(
      colour,
      end,
      (it) => contrast(it, background) >= least && contrast(it, card) >= least,
    );
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
 * The brand's colors in an email, for light and dark mail programs, adjusted so that text is always
 * readable. The rules are those of the pages (apps/web/src/theme/{tokens,palette}.ts), which can't
 * be imported, because they are part of the web bundle.
 */
export function mailColours(brand: BrandColours): { light: MailColours; dark: MailColours } {
  const isInk = contrast(brand.text, '#000000') < contrast(brand.background, '#000000');
  const [dark, light] = isInk ? [brand.text, brand.background] : [brand.background, brand.text];
  const background = firstTowards(
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
