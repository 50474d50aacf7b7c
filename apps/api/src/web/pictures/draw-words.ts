import type { DisplayFont } from '@dipper/contract';
import { displayFace } from './display-face.js';

/** An element as satori takes them. */
export interface Element {
  readonly type: 'div' | 'img';
  readonly props: Readonly<Record<string, unknown>>;
}

interface Sheet {
  readonly font: DisplayFont;
  readonly width: number;
  readonly height: number;
}

/** An SVG document with its letters as paths, and whether the face has all of them. */
export async function drawWords(
  element: Element,
  { font, width, height }: Sheet,
): Promise<{ readonly svg: string; readonly isComplete: boolean }> {
  const { default: satori } = await import('satori');
  let isComplete = true;
  const svg = await satori(element as never, {
    width,
    height,
    fonts: await displayFace(font),
    // Asked for letters and emoji that the fonts do not have; without an answer they would be boxes.
    loadAdditionalAsset: () => {
      isComplete = false;
      return Promise.resolve([]);
    },
  });
  return { svg, isComplete };
}
