import type { PictureParts } from '@dipper/site';
import { CARD, cardElement, type CardWords } from './card.js';
import { drawWords } from './draw-words.js';

/**
 * Draws the picture of a page as an SVG document with its text as paths. If the display face lacks
 * a character (in Chinese or Arabic text, or an emoji), the text is left out, because networks show
 * it beside the picture anyway.
 */
export async function drawCard(parts: PictureParts, words: CardWords): Promise<string> {
  const draw = (shown: CardWords | null) =>
    drawWords(cardElement(parts, shown), { ...CARD, font: parts.font });
  const drawn = await draw(words);
  return drawn.isComplete ? drawn.svg : (await draw(null)).svg;
}
