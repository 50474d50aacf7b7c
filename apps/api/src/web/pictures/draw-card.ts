import type { PictureParts } from '@dipper/site';
import { CARD, cardElement, type CardWords } from './card.js';
import { drawWords } from './draw-words.js';

/**
 * The picture of a page as an SVG document with text as paths. If the display face lacks a
 * character (Chinese, Arabic, emoji) the text is left out: networks show it next to the picture.
 */
export async function drawCard(parts: PictureParts, words: CardWords): Promise<string> {
  const draw = (shown: CardWords | null) =>
    drawWords(cardElement(parts, shown), { ...CARD, font: parts.font });
  const drawn = await draw(words);
  return drawn.isComplete ? drawn.svg : (await draw(null)).svg;
}
