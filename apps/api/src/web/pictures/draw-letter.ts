import type { DisplayFont } from '@dipper/contract';
import type { DrawLetter } from '@dipper/site';
import { LRUCache } from 'lru-cache';
import { DISPLAY } from './display-face.js';
import { drawWords } from './draw-words.js';
import { drawnBounds } from './rasterize.js';

/** Large enough for any letter, including the space around it. */
const SHEET = 400;
const FONT_SIZE = 100;
/** The letter is centred in an icon of 48 × 48 units, and drawn as large as fits into `ROOM`. */
const MIDDLE = 24;
const ROOM = { width: 32, height: 23 };

/**
 * Cached by face and letter. Clients can make up any number of hosts, but few different first
 * letters.
 */
const kept = new LRUCache<string, string>({ max: 200 });

async function outline(font: DisplayFont, letter: string): Promise<string> {
  const style = { display: 'flex', padding: 100, fontSize: FONT_SIZE, fontFamily: DISPLAY.join() };
  const element = { type: 'div', props: { style, children: letter } } as const;
  const { svg, isComplete } = await drawWords(element, { font, width: SHEET, height: SHEET });
  const [, path] = /<path[^<>]* d="([^"]+)"/.exec(svg) ?? [];
  if (!isComplete || path === undefined) {
    return '';
  }
  const bounds = await drawnBounds(svg);
  if (bounds === null) {
    return '';
  }
  const { x, y, width, height } = bounds;
  const scale = Math.min(ROOM.width / width, ROOM.height / height);
  const shift = (start: number, length: number) => MIDDLE - (start + length / 2) * scale;
  const place = [scale, 0, 0, scale, shift(x, width), shift(y, height)].map((it) => it.toFixed(5));
  return `transform="matrix(${place.join(' ')})" d="${path}"`;
}

/** Draws letters in a brand's display face as paths, because rasterizing does not use fonts. */
export function letterDrawer(font: DisplayFont): DrawLetter {
  return async (letter, fill) => {
    const key = `${font} ${letter}`;
    const path = kept.get(key) ?? (await outline(font, letter));
    kept.set(key, path);
    return path === '' ? null : `<path fill="${fill}" ${path}/>`;
  };
}
