import type { DisplayFont } from '@dipper/contract';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'satori';

/** Families of @fontsource with the weight and subsets we use; satori reads no woff2. */
const FACES = {
  youngSerif: files('young-serif', 400),
  fredoka: files('fredoka', 600),
  anton: files('anton', 400),
  zillaSlab: files('zilla-slab', 600),
} as const;

/** Fonts of the visitor's system are not available here; the nearest face is used. */
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

/** The font names of a face's files, as elements refer to them. */
export const DISPLAY = ['display', 'display-ext'] as const;

const read = new Map<readonly string[], Promise<Font[]>>();

/** The files of a brand's display face, each read once. */
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
