import { extensionOf, graphemes } from '@dipper/media';

/** Longest name of a file, bytes of UTF-8, of every file system. */
const MAX_NAME_BYTES = 255;

/**
 * The name of an entry in its zip: the one it would be saved under by itself, after its number in
 * the list, by which files stay in order and no two are alike, however a file system folds cases and
 * accents.
 * @param fileName as `suggestFilename` makes it.
 * @param at place in the list, from 0.
 * @param total things in the list, which decides the digits.
 */
export function nameInZip(fileName: string, at: number, total: number): string {
  const number = String(at + 1).padStart(Math.max(2, String(total).length), '0');
  const ext = extensionOf(fileName);
  const tail = ext === null ? '' : `.${ext}`;
  const stem = fileName.slice(0, fileName.length - tail.length);
  const room = MAX_NAME_BYTES - Buffer.byteLength(`${number}_${tail}`);
  return `${number}_${cut(stem, room)}${tail}`;
}

/** As much of a text as fits, whole characters only. */
function cut(text: string, maxBytes: number): string {
  let size = 0;
  let kept = '';
  for (const character of graphemes(text, maxBytes)) {
    size += Buffer.byteLength(character);
    if (size > maxBytes) {
      break;
    }
    kept += character;
  }
  return kept.replace(/(?<![._-])[._-]+$/, '');
}
