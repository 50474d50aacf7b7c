import type { DisplayFont } from '@dipper/contract';
import { displayFace } from './display-face.js';

/** An element in the format that satori expects. */
export interface Element {
  readonly type: 'div' | 'img';
  readonly props: Readonly<Record<string, unknown>>;
}

interface Sheet {
  readonly font: DisplayFont;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws an element as an SVG document with its text as paths. Also reports whether the face has all
 * the characters.
 */
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
    // Satori calls this for characters and emoji that the fonts lack. It would otherwise draw them
    // as boxes.
    loadAdditionalAsset: () => {
      isComplete = false;
      return Promise.resolve([]);
    },
  });
  return { svg, isComplete };
}
