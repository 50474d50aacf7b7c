import type { DisplayFont } from '@dipper/contract';
import anton from '@fontsource/anton/files/anton-latin-400-normal.woff2?url';
import fredoka from '@fontsource/fredoka/files/fredoka-latin-600-normal.woff2?url';
import youngSerif from '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2?url';
import zillaSlab from '@fontsource/zilla-slab/files/zilla-slab-latin-600-normal.woff2?url';

/** A font for headings, brand and captions. */
interface Face {
  /** The value of `font-family`. */
  readonly family: string;
  /** The fallback until `file` has loaded: the same families without that font. */
  readonly spare?: string;
  /**
   * The URL of its file, which loads late on slow connections (late-font.ts); null for system
   * fonts.
   */
  readonly file: string | null;
  /** `@font-face` rules, unless they are in the global style sheet. */
  readonly rules?: string;
}

/** Serif fonts for names and titles in scripts that the page's language does not use. */
const SERIFS =
  "ui-serif,'Noto Serif','Hiragino Mincho ProN','Noto Serif CJK JP','Noto Naskh Arabic','Noto Serif Devanagari',serif";

/**
 * System fonts for headings in the languages whose letters our display fonts lack. They have bold
 * weights, to be as heavy as the display fonts. On Windows, the serif fonts for Chinese, Korean and
 * Hindi have none, so its sans-serif fonts are used. They also draw the Latin letters of these
 * headings, which would stand out in another font.
 */
const SERIF_HEADINGS: Readonly<Record<string, string>> = {
  ru: "ui-serif,'Noto Serif',Georgia,serif",
  ja: "'Hiragino Mincho ProN','Noto Serif CJK JP','Noto Serif JP','Yu Mincho',serif",
  ko: "'Noto Serif CJK KR','Noto Serif KR','Apple SD Gothic Neo','Malgun Gothic',serif",
  zh: "'Songti SC','Noto Serif CJK SC','Noto Serif SC','Microsoft YaHei',serif",
  ar: "'Noto Naskh Arabic','Geeza Pro','Segoe UI',serif",
  hi: "'Noto Serif Devanagari','Kohinoor Devanagari','Nirmala UI',serif",
};

/**
 * A font that we serve, and a system font adjusted to the same size to stand in until ours has
 * loaded.
 */
interface Served {
  readonly name: string;
  readonly file: string;
  /** System fonts, written as in `src`. */
  readonly like: string;
  /** Ratio of its average letter width to the adjusted system font's. */
  readonly size: number;
  /** In em of the font itself. */
  readonly ascent: number;
  readonly descent: number;
  /** Families for letters that neither font has. */
  readonly others: string;
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

/**
 * Describes a font that we serve. Only pages of brands with this font contain the rules and fetch
 * the file.
 */
function served({ name, file, like, size, ascent, descent, others }: Served): Face {
  const spare = [
    `size-adjust:${percent(size)}`,
    `ascent-override:${percent(ascent / size)}`,
    `descent-override:${percent(descent / size)}`,
    'line-gap-override:0%',
  ].join(';');
  const spareFamily = `'${name} Spare',${others}`;
  return {
    family: `'${name}',${spareFamily}`,
    spare: spareFamily,
    file,
    rules: [
      `@font-face{font-family:'${name}';src:url('${file}') format('woff2');font-display:swap}`,
      `@font-face{font-family:'${name} Spare';src:${like};${spare}}`,
    ].join(''),
  };
}

const GROTESQUES = "local('Arial'),local('Roboto'),local('Liberation Sans')";

const YOUNG_SERIF_SPARE = `'Young Serif Georgia','Young Serif Noto','Young Serif Times',${SERIFS}`;

/**
 * The fonts by the value of `branding.font`. All fonts that we serve have the SIL Open Font
 * License.
 */
const DISPLAY_FONTS: Readonly<Record<DisplayFont, Face>> = {
  // The default. Its rules are in display-face.css.
  'young-serif': {
    family: `'Young Serif',${YOUNG_SERIF_SPARE}`,
    spare: YOUNG_SERIF_SPARE,
    file: youngSerif,
  },
  fredoka: served({
    name: 'Fredoka',
    file: fredoka,
    like: GROTESQUES,
    size: 1.017,
    ascent: 0.974,
    descent: 0.236,
    others: 'ui-rounded,var(--font-sans)',
  }),
  anton: served({
    name: 'Anton',
    file: anton,
    like: GROTESQUES,
    size: 0.906,
    ascent: 1.176,
    descent: 0.329,
    others: "'Arial Narrow',var(--font-sans)",
  }),
  'zilla-slab': served({
    name: 'Zilla Slab',
    file: zillaSlab,
    like: "local('Georgia')",
    size: 0.986,
    ascent: 0.944,
    descent: 0.256,
    others: SERIFS,
  }),
  book: { family: `Charter,'Bitstream Charter','Sitka Text',Cambria,${SERIFS}`, file: null },
  system: { family: 'var(--font-sans)', file: null },
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
};

/** The part of `branding` that selects the font. */
export interface Lettering {
  readonly font: DisplayFont;
}

/** Fonts without serifs, whose brands also have headings without serifs in every language. */
const SANS: readonly DisplayFont[] = ['fredoka', 'anton', 'system', 'round', 'narrow'];

/** Returns the font for headings in a language; null if the display font has its letters. */
export function headingFontIn(language: string, { font }: Lettering): string | null {
  const serif = SERIF_HEADINGS[language];
  return serif !== undefined && SANS.includes(font) ? 'var(--font-sans)' : (serif ?? null);
}

export function displayFontOf({ font }: Lettering): Face {
  return DISPLAY_FONTS[font];
}
