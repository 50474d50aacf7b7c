import type { DisplayFont } from '@dipper/contract';
import { DEFAULT_LANGUAGE, type DrawLetter } from '@dipper/site';
import { LRUCache } from 'lru-cache';
import { drawnBounds } from './rasterize.js';
import { setText } from './type/set-text.js';

/** This is large enough for any letter, in pixels. */
const SHEET = 400;
const FONT_SIZE = 100;
/** The letter is centered in an icon of 48 × 48 units, and fills `ROOM`. */
const MIDDLE = 24;
const ROOM = { width: 32, height: 23 };

/**
 * Cached by face and letter. Clients can make up any number of hosts, but few different first
 * letters.
 */
const kept = new LRUCache<string, string>({ max: 200 });

/** The letter as paths that fill `ROOM`; empty if no font has it. */
async function outline(font: DisplayFont, letter: string): Promise<string> {
  const style = {
    font,
    language: DEFAULT_LANGUAGE,
    width: SHEET,
    height: SHEET,
    sizes: [FONT_SIZE],
  };
  const set = await setText(letter, style);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHEET} ${SHEET}">${set?.paths ?? ''}</svg>`;
  const bounds = set && (await drawnBounds(svg));
  if (set === null || bounds === null) {
    return '';
  }
  const { x, y, width, height } = bounds;
  const scale = Math.min(ROOM.width / width, ROOM.height / height);
  const shift = (start: number, length: number) => MIDDLE - (start + length / 2) * scale;
  const place = [scale, 0, 0, scale, shift(x, width), shift(y, height)].map((it) => it.toFixed(5));
  return `<g transform="matrix(${place.join(' ')})">${set.paths}</g>`;
}

/** Draws letters in a brand's display face as paths, because rasterizing does not use fonts. */
export function letterDrawer(font: DisplayFont): DrawLetter {
  return async (letter, fill) => {
    const key = `${font} ${letter}`;
    const path = kept.get(key) ?? (await outline(font, letter));
    kept.set(key, path);
    return path === '' ? null : `<g fill="${fill}">${path}</g>`;
  };
}
