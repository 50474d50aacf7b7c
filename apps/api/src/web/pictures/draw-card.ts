import type { PictureParts } from '@dipper/site';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'satori';
import { CARD, cardElement, type CardWords, DISPLAY } from './card.js';

/** Young Serif, whose letters of Latin stand in two files; satori reads no woff2. */
const FILES = ['latin', 'latin-ext'].map(
  (subset) => `@fontsource/young-serif/files/young-serif-${subset}-400-normal.woff`,
);

let reading: Promise<Font[]> | undefined;

function displayFonts(): Promise<Font[]> {
  const { resolve } = createRequire(import.meta.url);
  reading ??= Promise.all(
    DISPLAY.map(async (name, at) => ({ name, data: await readFile(resolve(FILES[at] ?? '')) })),
  );
  return reading;
}

/** Draws, and says whether the display face has every letter. */
async function draw(parts: PictureParts, words: CardWords | null) {
  const { default: satori } = await import('satori');
  let isComplete = true;
  const svg = await satori(cardElement(parts, words) as never, {
    ...CARD,
    fonts: await displayFonts(),
    // Asked for letters and emoji that the fonts do not have; without an answer they would be boxes.
    loadAdditionalAsset: () => {
      isComplete = false;
      return Promise.resolve([]);
    },
  });
  return { svg, isComplete };
}

/**
 * The picture of a page as an SVG document with its letters as paths. Where the display face lacks
 * one (Chinese, Arabic, emoji) the words are left out: the network shows them beside the picture.
 */
export async function drawCard(parts: PictureParts, words: CardWords): Promise<string> {
  const drawn = await draw(parts, words);
  return drawn.isComplete ? drawn.svg : (await draw(parts, null)).svg;
}
