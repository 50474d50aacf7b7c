import type { DisplayFont } from '@dipper/contract';
import { displayFace } from './display-face.js';

/** An element in satori's format. */
export interface Element {
  readonly type: 'div' | 'img';
  readonly props: Readonly<Record<string, unknown>>;
}

interface Sheet {
  readonly font: DisplayFont;
  readonly width: number;
  readonly height: number;
}

/** An SVG document with text as paths, and whether the face has all characters. */
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
    // Called for characters and emoji that the fonts lack, which would otherwise be drawn as boxes.
    loadAdditionalAsset: () => {
      isComplete = false;
      return Promise.resolve([]);
    },
  });
  return { svg, isComplete };
}
