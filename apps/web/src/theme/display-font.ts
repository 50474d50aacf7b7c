import type { DisplayFont } from '@dipper/contract';
import anton from '@fontsource/anton/files/anton-latin-400-normal.woff2?url';
import fredoka from '@fontsource/fredoka/files/fredoka-latin-600-normal.woff2?url';
import youngSerif from '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2?url';
import zillaSlab from '@fontsource/zilla-slab/files/zilla-slab-latin-600-normal.woff2?url';

/** A face for headings, brand and captions. */
interface Face {
  /** The value of `font-family`. */
  readonly family: string;
  /** Address of the file that it needs, to be fetched with the page; null for the system's own. */
  readonly file: string | null;
  /** Its `@font-face` rules, where the style sheet of all pages has none. */
  readonly rules?: string;
}

/** Behind the latin letters of a serif: serifs for the other scripts of our languages. */
const SERIFS =
  "ui-serif,'Noto Serif','Hiragino Mincho ProN','Songti SC','Noto Serif CJK','Noto Naskh Arabic','Noto Serif Devanagari',serif";

/** A face of which a file is served, and a face of the system that takes as much room until it is there. */
interface Served {
  readonly name: string;
  readonly file: string;
  /** Faces of the system, as `src` names them. */
  readonly like: string;
  /** Ratio of the average letter widths, to the system's face. */
  readonly size: number;
  /** Em of the face itself. */
  readonly ascent: number;
  readonly descent: number;
  /** What else has the letters that neither has. */
  readonly others: string;
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

/** Only a page of that brand holds the rules, and only it fetches the file. */
function served({ name, file, like, size, ascent, descent, others }: Served): Face {
  const spare = [
    `size-adjust:${percent(size)}`,
    `ascent-override:${percent(ascent / size)}`,
    `descent-override:${percent(descent / size)}`,
    'line-gap-override:0%',
  ].join(';');
  return {
    family: `'${name}','${name} Spare',${others}`,
    file,
    rules: [
      `@font-face{font-family:'${name}';src:url('${file}') format('woff2');font-display:swap}`,
      `@font-face{font-family:'${name} Spare';src:${like};${spare}}`,
    ].join(''),
  };
}

const GROTESQUES = "local('Arial'),local('Roboto'),local('Liberation Sans')";

/** By the name in the configuration's `branding.font`. All that are served have the SIL Open Font License. */
const DISPLAY_FONTS: Readonly<Record<DisplayFont, Face>> = {
  // On most pages that there are: its rules are in display-face.css.
  'young-serif': {
    family: `'Young Serif','Young Serif Georgia','Young Serif Noto','Young Serif Times',${SERIFS}`,
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

/** The part of `branding` in the configuration that a face is chosen by. */
export interface Lettering {
  readonly font: DisplayFont;
}

/** The display face of a brand. */
export function displayFontOf({ font }: Lettering): Face {
  return DISPLAY_FONTS[font];
}
