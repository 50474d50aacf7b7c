import contentDispositionHeader from 'content-disposition';
import { extensionOf, UNFIT_FOR_FILENAMES } from '@dipper/media';
import { mediaTypeOf } from './media-type.js';

/**
 * The longest file name, in characters. Every file system accepts it, and it keeps the header
 * short.
 */
const LONGEST_NAME = 200;

/**
 * The value of `Content-Disposition` (RFC 6266). It contains the name in ASCII for old clients, and
 * also in UTF-8 if the name is not ASCII. It never contains raw Latin-1, because clients decode
 * that differently.
 * @param fileName from `suggestFilename`; any other name is cleaned up
 */
export function contentDisposition(fileName: string, type: 'inline' | 'attachment'): string {
  const cleaned = fileName.normalize('NFC').replace(UNFIT_FOR_FILENAMES, '_').replace(/^\.+/, '');
  const name = shortened(cleaned) || 'download';
  return contentDispositionHeader(name, { type, fallback: asciiName(name) });
}

/**
 * Reduces a name to ASCII. Letters lose their accents, and other scripts are dropped. If too little
 * is left, a word for the kind of file is used.
 */
export function asciiName(name: string): string {
  const ext = extensionOf(name);
  const stem = (ext === null ? name : name.slice(0, -ext.length - 1))
    .normalize('NFKD')
    // Some clients would treat a percent sign as an escape (RFC 6266, appendix D).
    .replace(/[^\x20-\x7e]|[%"\\/:*?<>|]/g, '')
    .replace(/[\s_]+/g, (gap) => (gap.includes('_') ? '_' : gap))
    .replace(/^[\s._-]+|(?<![\s._-])[\s._-]+$/g, '');
  const meaningful = /[A-Za-z0-9]/.test(stem)
    ? stem
    : (mediaTypeOf(ext ?? '')?.split('/')[0] ?? 'download');
  return ext === null ? meaningful : `${meaningful}.${ext}`;
}

function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= LONGEST_NAME) {
    return name;
  }
  const ext = extensionOf(name);
  const tail = ext === null ? '' : `.${ext}`;
  return characters.slice(0, LONGEST_NAME - tail.length).join('') + tail;
}
