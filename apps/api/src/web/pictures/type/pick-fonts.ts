import type { DisplayFont } from '@dipper/contract';
import { faceOf, familiesFor, type Family, filesWith } from './families.js';
import { openFont, type OpenFont } from './open-font.js';

/** A part of a text that one font draws. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly font: OpenFont;
}

/** A text without the characters that can't be drawn, and the fonts for the rest. */
export interface Drawable {
  readonly text: string;
  readonly runs: readonly Run[];
  /** The line height in ems. */
  readonly leading: number;
}

/** These only modify the previous character: emoji style, and the frame of a keycap. */
const DECORATIONS = /[\ufe0f\u20e3]/g;
/** Spaces, joiners and marks of direction. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\s]+$/u;
const LETTER = /[\p{L}\p{N}]/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const split = (text: string) => [...graphemes.segment(text)].map((it) => it.segment);

/** The open fonts while a picture is drawn. Opening a font takes a few milliseconds. */
export class OpenFonts {
  private readonly open = new Map<string, Promise<OpenFont>>();

  /** Finds the first font, in the order of the families, that has all characters of a grapheme. */
  async fontWith(grapheme: string, families: readonly Family[]): Promise<OpenFont | null> {
    for (const family of families) {
      for (const file of await filesWith(family, grapheme.codePointAt(0) ?? 0)) {
        const font = this.open.get(file) ?? openFont(file);
        this.open.set(file, font);
        if (hasAll(await font, grapheme)) {
          return font;
        }
      }
    }
    return null;
  }

  async close(): Promise<void> {
    for (const font of this.open.values()) {
      (await font).close();
    }
  }
}

/**
 * Chooses the fonts for a text: the brand's face if it has all letters, otherwise a family for
 * their script. Leaves out emoji and other symbols that no font has.
 * @returns null if nothing remains, or if no font has one of the letters
 */
export async function pickFonts(
  text: string,
  font: DisplayFont,
  language: string,
  fonts: OpenFonts,
): Promise<Drawable | null> {
  const face = faceOf(font);
  const all = split(text.normalize().replace(DECORATIONS, '').replace(/\s+/g, ' ').trim());
  const isLatin = await every(all, async (it) => !LETTER.test(it) || (await has(it, [face])));
  const families = isLatin ? [face, ...familiesFor('', language)] : familiesFor(text, language);
  const runs: Run[] = [];
  let kept = '';
  for (const grapheme of all) {
    const last = runs.at(-1);
    const isSpace = grapheme === ' ';
    const chosen =
      last !== undefined && !LETTER.test(grapheme) && hasAll(last.font, grapheme)
        ? last.font
        : await fonts.fontWith(grapheme, families);
    if (chosen === null && LETTER.test(grapheme)) {
      return null;
    }
    if (chosen === null || (isSpace && /^$| $/.test(kept))) {
      continue;
    }
    const start = kept.length;
    kept += grapheme;
    if (last?.font === chosen) {
      runs[runs.length - 1] = { ...last, end: kept.length };
    } else {
      runs.push({ start, end: kept.length, font: chosen });
    }
  }
  return LETTER.test(kept) ? { text: kept, runs, leading: families[0]?.leading ?? 1 } : null;

  async function has(grapheme: string, among: readonly Family[]): Promise<boolean> {
    return (await fonts.fontWith(grapheme, among)) !== null;
  }
}

const hasAll = (font: OpenFont, grapheme: string): boolean =>
  [...grapheme].every((it) => INVISIBLE.test(it) || font.has(it.codePointAt(0) ?? 0));

async function every<T>(list: readonly T[], test: (it: T) => Promise<boolean>): Promise<boolean> {
  for (const it of list) {
    if (!(await test(it))) {
      return false;
    }
  }
  return true;
}
