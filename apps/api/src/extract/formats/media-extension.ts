import { mediaTypeOf } from '../../infra/http/media-type.js';

/** Media of older days: handed on, though no browser plays it. */
const NOT_PLAYED = new Set(['wmv', 'wma', 'f4v', 'f4a', '3g2', 'mp2', 'aif', 'aiff', 'amr', 'ac3']);

/**
 * Ends of addresses that tell nothing about the file: yt-dlp takes what follows the last dot for
 * the extension, and sites let programs answer for their media.
 */
const TELLS_NOTHING = /^(|unknown_(video|audio)|php|aspx?|ashx|jsp|cgi)$/;

/** True for the extension of a media file (lower case, without the dot). */
export function isMediaExtension(ext: string): boolean {
  return mediaTypeOf(ext) !== null || NOT_PLAYED.has(ext);
}

/**
 * The extension that a format is handed out with: never one that is no media's. What our address
 * serves is saved under it, and a page could have its programs handed out by us.
 * @param ext what yt-dlp says. @param otherwise for what is media without a name that tells.
 * @returns null for what is no media by its name.
 */
export function mediaExtension(
  ext: string | null | undefined,
  otherwise: { isKnownMedia: boolean; ext: string },
): string | null {
  const plain = (ext ?? '').toLowerCase();
  if (/^[a-z0-9]+$/.test(plain) && isMediaExtension(plain)) {
    return plain;
  }
  return otherwise.isKnownMedia || TELLS_NOTHING.test(plain) ? otherwise.ext : null;
}
