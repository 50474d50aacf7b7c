import youngSerif from '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2?url';

/** A face for headings, brand and captions. */
interface DisplayFont {
  /** The value of `font-family`. */
  readonly family: string;
  /** Address of the file that it needs, to be fetched with the page; null for the system's own. */
  readonly file: string | null;
}

/** Behind the latin letters of Young Serif: serifs for the other scripts of our languages. */
const SERIFS =
  "ui-serif,'Noto Serif','Hiragino Mincho ProN','Songti SC','Noto Serif CJK','Noto Naskh Arabic','Noto Serif Devanagari',serif";

/** By the name in the configuration's `branding.font`. All but one are there without a download. */
const DISPLAY_FONTS = {
  'young-serif': {
    family: `'Young Serif','Young Serif Georgia','Young Serif Noto','Young Serif Times',${SERIFS}`,
    file: youngSerif,
  },
  book: { family: `Charter,'Bitstream Charter','Sitka Text',Cambria,${SERIFS}`, file: null },
  plain: { family: 'var(--font-sans)', file: null },
  round: {
    family:
      "ui-rounded,'Hiragino Maru Gothic ProN',Quicksand,Comfortaa,'Arial Rounded MT Bold',var(--font-sans)",
    file: null,
  },
  typewriter: {
    family: "ui-monospace,'Cascadia Code','SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace",
    file: null,
  },
  narrow: {
    family:
      "'Avenir Next Condensed','Roboto Condensed','Arial Narrow',Bahnschrift,var(--font-sans)",
    file: null,
  },
} as const satisfies Record<string, DisplayFont>;

export type DisplayFontName = keyof typeof DISPLAY_FONTS;

/** The parts of `branding` in the configuration that a face is chosen by. */
export interface Lettering {
  readonly name: string;
  readonly font?: string | undefined;
}

/** The display face of a brand; Young Serif where it names none that we know. */
export function displayFontOf({ font }: Lettering): DisplayFont {
  const known = font !== undefined && Object.hasOwn(DISPLAY_FONTS, font);
  return DISPLAY_FONTS[known ? (font as DisplayFontName) : 'young-serif'];
}
