import type { PictureParts } from '@dipper/site';
import { jpegSize } from '../../infra/pictures/jpeg-size.js';
import { ALL, box, CARD, type CardWords, drawing, signature } from './card.js';
import { DISPLAY } from './display-face.js';
import type { Element } from './draw-words.js';

/** The largest picture on a card, in pixels. */
const MAX = { width: 700, height: 392 };
/** Wider and higher pictures are cropped: no site has banners or columns as thumbnails. */
const RATIOS = { least: 9 / 16, most: 2 };
const MARGIN = 14;
/** The feet of the figure, from the upper edge of the card. */
const STAND = 148;
/** The upper edge of the brand's name, on the lower water of this card. */
const SIGNED = 548;
/** The print is slightly tilted, degrees. */
const TILT = -1.5;
const SHADOW = '0 12px 32px rgba(0, 0, 0, 0.18)';

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The size of a thumbnail on the card.
 * @param actual of the picture, in pixels
 */
export function printSize({ width, height }: Size): Size {
  const actual = width > 0 && height > 0 ? width / height : 16 / 9;
  const ratio = Math.min(Math.max(actual, RATIOS.least), RATIOS.most);
  const fitting = Math.min(MAX.width, MAX.height * ratio);
  return { width: Math.round(fitting), height: Math.round(fitting / ratio) };
}

/**
 * The card of a shared item, as an element for satori: its thumbnail as a print that rises from the
 * water, with the brand's figure on it. It has no title, because networks show the title beside it,
 * and few display faces have the letters of all titles.
 * @param jpeg the thumbnail, which must be our own encoding (jpegOf)
 * @param words null if the display face lacks some characters of the brand's name
 */
export function catchElement(parts: PictureParts, jpeg: Buffer, words: CardWords | null): Element {
  const { behind, front, figure, margin } = parts.catch;
  const size = printSize(jpegSize(jpeg));
  const outer = { width: size.width + 2 * MARGIN, height: size.height + 2 * MARGIN };
  const left = (CARD.width - outer.width) / 2;
  // As bytes, because satori keeps the last 500 data URIs in memory, however large.
  const src = Uint8Array.from(jpeg).buffer;
  const print = { left, top: STAND, ...outer, backgroundColor: margin };
  const inside = { position: 'absolute', left: MARGIN, top: MARGIN, objectFit: 'cover' };
  // A narrow print has the figure in its middle, a wide one at a third.
  const perch = left + Math.min(outer.width / 3, (outer.width - figure.width) / 2 + MARGIN);
  return box({ ...CARD, fontFamily: DISPLAY.join(', ') }, [
    drawing(behind, ALL, CARD),
    box({ position: 'absolute', left: 0, top: 0, ...CARD, transform: `rotate(${TILT}deg)` }, [
      box({ position: 'absolute', ...print, borderRadius: 10, boxShadow: SHADOW }, [
        { type: 'img', props: { src, style: inside, ...size } },
      ]),
      drawing(
        figure.svg,
        { position: 'absolute', left: Math.max(perch, 0), top: STAND - figure.height + 2 },
        { width: figure.width, height: figure.height },
      ),
    ]),
    drawing(front, ALL, CARD),
    signature(parts, words, SIGNED),
  ]);
}
