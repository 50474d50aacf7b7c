import { readFile } from 'node:fs/promises';

/** Bold, like the display faces. Files without this axis ignore it. */
const WEIGHT = { wght: 700 } as const;

/** Old-style figures look uneven in a title. */
const FEATURES = 'lnum';

/** A glyph, in ems from the start of its text. The y axis points downwards. */
interface Glyph {
  readonly path: string;
  readonly x: number;
  readonly y: number;
}

/** A text in one font and one direction. */
interface Shaped {
  readonly glyphs: readonly Glyph[];
  readonly width: number;
  /** Factor from the paths' font units to ems. */
  readonly scale: number;
}

export interface OpenFont {
  has(codePoint: number): boolean;
  shape(text: string, isRtl: boolean): Shaped;
  /** Frees its memory, which WebAssembly does not do by itself. */
  close(): void;
}

/** A path in whole font units, which are about a thousandth of an em. */
const rounded = (path: string) => path.replace(/-?\d+\.\d+/g, (it) => `${Math.round(Number(it))}`);

/** Opens a font file in woff2 format. The libraries are loaded when the first card is drawn. */
export async function openFont(file: string): Promise<OpenFont> {
  const [harfBuzz, woff2] = await Promise.all([import('harfbuzzjs'), import('wawoff2')]);
  const library = await harfBuzz.default;
  const blob = library.createBlob(await woff2.default.decompress(await readFile(file)));
  const face = library.createFace(blob, 0);
  const font = library.createFont(face);
  font.setVariations(WEIGHT);
  const known = new Set(face.collectUnicodes());
  const scale = 1 / face.upem;
  return {
    has: (codePoint) => known.has(codePoint),
    shape: (text, isRtl) => {
      const buffer = library.createBuffer();
      buffer.addText(text);
      buffer.guessSegmentProperties();
      buffer.setDirection(isRtl ? 'rtl' : 'ltr');
      library.shape(font, buffer, FEATURES);
      let width = 0;
      const glyphs = buffer.json().map(({ g, ax, dx, dy }): Glyph => {
        const x = (width + dx) * scale;
        width += ax;
        return { path: rounded(font.glyphToPath(g)), x, y: -dy * scale };
      });
      buffer.destroy();
      return { glyphs, width: width * scale, scale };
    },
    close: () => {
      font.destroy();
      face.destroy();
      blob.destroy();
    },
  };
}
