import type { PictureParts } from '@dipper/site';
import { CARD, cardElement, type CardWords } from './card.js';
import { drawWords } from './draw-words.js';

/**
 * The picture of a page as an SVG document with its letters as paths. Where the display face lacks
 * one (Chinese, Arabic, emoji) the words are left out: the network shows them beside the picture.
 */
export async function drawCard(parts: PictureParts, words: CardWords): Promise<string> {
  const draw = (shown: CardWords | null) =>
    drawWords(cardElement(parts, shown), { ...CARD, font: parts.font });
  const drawn = await draw(words);
  return drawn.isComplete ? drawn.svg : (await draw(null)).svg;
}
