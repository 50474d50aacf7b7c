import type { PictureParts } from '@dipper/site';
import { CARD, cardElement, type CardWords } from './card.js';
import { catchElement } from './catch-card.js';
import { drawWords, type Element } from './draw-words.js';

/**
 * Draws the picture of a page as an SVG document with its text as paths. If the display face lacks
 * a character (in Chinese or Arabic text, or an emoji), the text is left out, because networks show
 * it beside the picture anyway.
 */
export async function drawCard(parts: PictureParts, words: CardWords): Promise<string> {
  return drawn(parts, words, (shown) => cardElement(parts, shown));
}

/** Draws the card of a shared item. @param jpeg its thumbnail in our own encoding */
export async function drawCatch(parts: PictureParts, jpeg: Buffer): Promise<string> {
  const words = { title: '', name: parts.name };
  return drawn(parts, words, (shown) => catchElement(parts, jpeg, shown));
}

async function drawn(
  { font }: PictureParts,
  words: CardWords,
  elementOf: (words: CardWords | null) => Element,
): Promise<string> {
  const draw = (shown: CardWords | null) => drawWords(elementOf(shown), { ...CARD, font });
  const first = await draw(words);
  return first.isComplete ? first.svg : (await draw(null)).svg;
}
