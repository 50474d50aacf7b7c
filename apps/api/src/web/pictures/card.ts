import type { PictureParts } from '@dipper/site';
import { DISPLAY } from './display-face.js';
import type { Element } from './draw-words.js';
import { svgAddress } from './icon.js';

/**
 * The size that link previews expect (Open Graph; X, "summary card with large image"), in pixels.
 */
export const CARD = { width: 1200, height: 630 } as const;

const MAX_TITLE = 110;
/** Titles of up to this many characters are set in large type. */
const SHORT_TITLE = 44;

export const ALL = { position: 'absolute', top: 0, left: 0, ...CARD } as const;

export const drawing = (
  svg: string,
  style: object,
  size: { width: number; height: number },
): Element => ({
  type: 'img',
  props: { src: svgAddress(svg), style, ...size },
});

export const box = (style: object, children: unknown): Element => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

/** The text in a picture: the page's title, shortened if it is too long, and the brand. */
export interface CardWords {
  readonly title: string;
  readonly name: string;
}

function cut(title: string): string {
  const letters = [...title];
  return letters.length <= MAX_TITLE ? title : `${letters.slice(0, MAX_TITLE - 1).join('')}…`;
}

/** The brand's icon and name, on the water. @param top px */
export function signature(
  { favicon, colours }: PictureParts,
  words: CardWords | null,
  top: number,
): Element {
  const place = { position: 'absolute', left: 72, top, height: 72, gap: 20 };
  return box({ ...place, alignItems: 'center' }, [
    drawing(favicon, {}, { width: 64, height: 64 }),
    box({ fontSize: 40, color: colours.onWater }, words?.name ?? ''),
  ]);
}

/**
 * The picture of a page, as an element for satori.
 * @param words null if the display face lacks some of their characters; then only the brand's
 * drawing is shown
 */
export function cardElement(parts: PictureParts, words: CardWords | null): Element {
  const { backdrop, colours } = parts;
  const title = cut(words?.title ?? '');
  const fontSize = [...title].length <= SHORT_TITLE ? 76 : 56;
  return box({ ...CARD, fontFamily: DISPLAY.join(', ') }, [
    drawing(backdrop, ALL, CARD),
    box(
      { position: 'absolute', left: 72, top: 64, width: 620, height: 330, alignItems: 'center' },
      [
        box(
          { display: 'block', lineClamp: 4, lineHeight: 1.12, fontSize, color: colours.text },
          title,
        ),
      ],
    ),
    signature(parts, words, 528),
  ]);
}
