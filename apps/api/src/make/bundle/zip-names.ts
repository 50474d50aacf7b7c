import { extensionOf, graphemes } from '@dipper/media';

/** The longest file name that every file system accepts, in bytes of UTF-8. */
const MAX_NAME_BYTES = 255;

/**
 * The name of an entry in its zip: its number in the list, then its own file name. The number
 * preserves the order, and keeps names unique even on file systems that ignore case or accents.
 * @param fileName from `suggestFilename`.
 * @param at index in the list, from 0.
 * @param total number of entries in the list, which decides the number of digits.
 */
export function nameInZip(fileName: string, at: number, total: number): string {
  const number = String(at + 1).padStart(Math.max(2, String(total).length), '0');
  const ext = extensionOf(fileName);
  const tail = ext === null ? '' : `.${ext}`;
  const stem = fileName.slice(0, fileName.length - tail.length);
  const room = MAX_NAME_BYTES - Buffer.byteLength(`${number}_${tail}`);
  return `${number}_${cut(stem, room)}${tail}`;
}

/**
 * Shortens text to at most `maxBytes` without splitting a character, and without a separator at its
 * end.
 */
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
