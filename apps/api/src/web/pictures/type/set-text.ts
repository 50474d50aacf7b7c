import type { DisplayFont } from '@dipper/contract';
import { directionOf } from '@dipper/site';
import bidiFactory from 'bidi-js';
import { breakLines, type Line, unbreakableParts } from './break-lines.js';
import type { OpenFont } from './open-font.js';
import { type Drawable, OpenFonts, pickFonts } from './pick-fonts.js';

/** How a text is set, in pixels. */
export interface TextStyle {
  readonly font: DisplayFont;
  /**
   * The language of the text, which determines line breaks and the shapes of Chinese characters.
   */
  readonly language: string;
  readonly width: number;
  readonly height: number;
  /** Font sizes, largest first. The first size that fits is used. */
  readonly sizes: readonly number[];
}

/** A text as SVG paths without a fill color, and its height from the top of the first line. */
export interface SetText {
  readonly paths: string;
  readonly height: number;
}

/** A part of a line in one font and one direction. */
interface Piece extends Line {
  readonly font: OpenFont;
  readonly level: number;
}

/** Longer texts are cut. */
const MAX_LENGTH = 110;
/** A text that does not fit in the smallest size is repeatedly cut to this share of its length. */
const CUT = 0.85;
/** The distance from the middle of a line to its baseline, in ems: half the cap height. */
const BASELINE = 0.36;

const RTL_LETTER = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const bidi = bidiFactory();
const isRtl = (level: number) => level % 2 === 1;

/**
 * Draws a text in the brand's face or in a family for its script, with line breaks and text
 * directions as in a browser.
 * @returns null if there is nothing to draw, or if no font has one of the letters
 */
export async function setText(text: string, style: TextStyle): Promise<SetText | null> {
  const fonts = new OpenFonts();
  try {
    const letters = [...text];
    for (let length = MAX_LENGTH; length >= 1; length = Math.floor(length * CUT)) {
      const cut =
        letters.length > length
          ? `${letters
              .slice(0, length - 1)
              .join('')
              .trim()}…`
          : text;
      const drawable = await pickFonts(cut, style.font, style.language, fonts);
      const set = drawable && new Setting(drawable, style).fitted();
      if (drawable === null || set !== null) {
        return set;
      }
    }
    return null;
  } finally {
    await fonts.close();
  }
}

class Setting {
  private readonly levels: Uint8Array;
  private readonly baseLevel: number;

  constructor(
    private readonly drawable: Drawable,
    private readonly style: TextStyle,
  ) {
    const { text } = drawable;
    // In a right-to-left language, a title that begins with a Latin name is still right-to-left.
    const isTurned = directionOf(style.language) === 'rtl' && RTL_LETTER.test(text);
    const { levels, paragraphs } = bidi.getEmbeddingLevels(text, isTurned ? 'rtl' : 'auto');
    this.levels = levels;
    this.baseLevel = paragraphs[0]?.level ?? 0;
  }

  /** The text in the largest size that fits; null if none does. */
  fitted(): SetText | null {
    const { width, height, sizes, language } = this.style;
    const { text, leading } = this.drawable;
    let end = 0;
    const parts = unbreakableParts(text, language).map((part) => {
      const start = end;
      end += part.length;
      const inkEnd = start + part.trimEnd().length;
      return { start, end, inkEnd, width: this.width(start, end), ink: this.width(start, inkEnd) };
    });
    for (const size of sizes) {
      const maxLines = Math.max(1, Math.floor(height / (leading * size)));
      const lines = breakLines(parts, { width: width / size, maxLines });
      if (lines !== null) {
        const paths = lines.map((line, at) => this.drawn(line, size, (at + 0.5) * leading * size));
        return { paths: paths.join(''), height: lines.length * leading * size };
      }
    }
    return null;
  }

  /** The width of a range, in ems. */
  private width(start: number, end: number): number {
    return this.pieces({ start, end }).reduce((sum, piece) => sum + this.shape(piece).width, 0);
  }

  private shape({ font, start, end, level }: Piece) {
    return font.shape(this.drawable.text.slice(start, end), isRtl(level));
  }

  /** @param middle the line's vertical center, in px */
  private drawn(line: Line, size: number, middle: number): string {
    const shapes = inVisualOrder(this.pieces(line)).map((piece) => this.shape(piece));
    const width = shapes.reduce((sum, shape) => sum + shape.width, 0) * size;
    let left = isRtl(this.baseLevel) ? this.style.width - width : 0;
    const paths = shapes.flatMap((shape) => {
      const scale = size * shape.scale;
      const drawn = shape.glyphs
        .filter(({ path }) => path !== '')
        .map(({ path, x, y }) => {
          const place = [left + x * size, middle + (BASELINE + y) * size];
          const matrix = [scale, 0, 0, -scale, ...place].map((it) => Number(it.toFixed(4)));
          return `<path transform="matrix(${matrix.join(' ')})" d="${path}"/>`;
        });
      left += shape.width * size;
      return drawn;
    });
    return paths.join('');
  }

  private pieces({ start, end }: Line): Piece[] {
    const pieces: Piece[] = [];
    for (const run of this.drawable.runs) {
      for (let at = Math.max(run.start, start); at < Math.min(run.end, end); at++) {
        const level = this.levels[at] ?? 0;
        const last = pieces.at(-1);
        if (last?.end === at && last.font === run.font && last.level === level) {
          pieces[pieces.length - 1] = { ...last, end: at + 1 };
        } else {
          pieces.push({ start: at, end: at + 1, font: run.font, level });
        }
      }
    }
    return pieces;
  }
}

/** Orders pieces from left to right (rule L2 of the Unicode bidirectional algorithm). */
function inVisualOrder(pieces: readonly Piece[]): readonly Piece[] {
  let ordered = [...pieces];
  for (let level = Math.max(0, ...pieces.map((it) => it.level)); level > 0; level--) {
    const next: Piece[] = [];
    let turned: Piece[] = [];
    for (const piece of ordered) {
      if (piece.level >= level) {
        turned.unshift(piece);
      } else {
        next.push(...turned, piece);
        turned = [];
      }
    }
    ordered = [...next, ...turned];
  }
  return ordered;
}
