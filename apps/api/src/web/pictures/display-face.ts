import type { DisplayFont } from '@dipper/contract';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'satori';

/**
 * Font families from @fontsource, with the weights and subsets that we use. Satori can't read
 * woff2.
 */
const FACES = {
  youngSerif: files('young-serif', 400),
  fredoka: files('fredoka', 600),
  anton: files('anton', 400),
  zillaSlab: files('zilla-slab', 600),
} as const;

/**
 * The display face for each font. The visitor's system fonts are not available here, so the nearest
 * face is used instead.
 */
const FACE_BY_FONT: Readonly<Record<DisplayFont, readonly string[]>> = {
  'young-serif': FACES.youngSerif,
  book: FACES.youngSerif,
  fredoka: FACES.fredoka,
  round: FACES.fredoka,
  anton: FACES.anton,
  narrow: FACES.anton,
  'zilla-slab': FACES.zillaSlab,
  typewriter: FACES.zillaSlab,
  system: FACES.zillaSlab,
};

function files(family: string, weight: number): readonly string[] {
  return ['latin', 'latin-ext'].map(
    (subset) => `@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`,
  );
}

/** The names under which elements refer to the files of a face. */
export const DISPLAY = ['display', 'display-ext'] as const;

const read = new Map<readonly string[], Promise<Font[]>>();

/** Reads the files of a brand's display face, each of them once. */
export function displayFace(font: DisplayFont): Promise<Font[]> {
  const names = FACE_BY_FONT[font];
  const known = read.get(names);
  if (known !== undefined) {
    return known;
  }
  const { resolve } = createRequire(import.meta.url);
  const reading = Promise.all(
    DISPLAY.map(async (name, at) => ({ name, data: await readFile(resolve(names[at] ?? '')) })),
  );
  read.set(names, reading);
  return reading;
}
