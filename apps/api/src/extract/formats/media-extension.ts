import { mediaTypeOf } from '../../infra/http/media-type.js';

/** Legacy media: served, although browsers can't play it. */
const NOT_PLAYED = new Set(['wmv', 'wma', 'f4v', 'f4a', '3g2', 'mp2', 'aif', 'aiff', 'amr', 'ac3']);

/**
 * Path endings that say nothing about the file: yt-dlp takes whatever follows the last dot as the
 * extension, and some sites serve media from scripts.
 */
const TELLS_NOTHING = /^(|unknown_(video|audio)|php|aspx?|ashx|jsp|cgi)$/;

/** Whether this is the extension of a media file (lower case, without the dot). */
export function isMediaExtension(ext: string): boolean {
  return mediaTypeOf(ext) !== null || NOT_PLAYED.has(ext);
}

/**
 * The extension that a format is served with, always one of media: visitors save the file under it, and
 * a page could otherwise make us serve its programs.
 * @param ext from yt-dlp.
 * @param otherwise used when it is media but the name says nothing.
 * @returns null for a name that isn't media.
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
