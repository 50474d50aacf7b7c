import type { PictureParts } from '@dipper/site';
import { catchElement, printSize } from './catch-card.js';
import type { Element } from './draw-words.js';

it.each([
  ['a video', { width: 1280, height: 720 }, { width: 697, height: 392 }],
  ['a cover', { width: 600, height: 600 }, { width: 392, height: 392 }],
  ['an upright video', { width: 405, height: 720 }, { width: 221, height: 392 }],
  ['a cinema film', { width: 1920, height: 1000 }, { width: 700, height: 365 }],
  ['a banner, which is cropped', { width: 3000, height: 100 }, { width: 700, height: 350 }],
  ['a column, which is cropped', { width: 1, height: 9000 }, { width: 221, height: 392 }],
  ['a picture of unknown size', { width: 0, height: 0 }, { width: 697, height: 392 }],
])('gives the thumbnail of %s a size that fits the card', (_, actual, size) => {
  expect(printSize(actual)).toEqual(size);
});

it('gives satori the thumbnail as bytes, because satori keeps every data URI in memory', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
  const parts: PictureParts = {
    ...{ name: 'Dipper', favicon: svg, backdrop: svg, font: 'young-serif' },
    colours: { text: '#000000', onWater: '#ffffff' },
    catch: {
      ...{ behind: svg, front: svg, margin: '#ffffff' },
      figure: { svg, width: 200, height: 140 },
    },
  };
  const sources = imagesIn(catchElement(parts, Buffer.from('a thumbnail'), null));
  const read = sources.map((src) =>
    typeof src === 'string' ? src.split(';')[0] : Buffer.from(src as ArrayBuffer).toString(),
  );
  const drawing = 'data:image/svg+xml';
  expect(read).toEqual([drawing, 'a thumbnail', drawing, drawing, drawing]);
});

/** The sources of all images in an element. */
function imagesIn(element: Element): unknown[] {
  const { src, children } = element.props;
  const inside = Array.isArray(children) ? (children as Element[]).flatMap(imagesIn) : [];
  return element.type === 'img' ? [src] : inside;
}
