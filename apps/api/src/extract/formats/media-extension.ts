import { extensionOf } from '@dipper/media';
import { mediaTypeOf } from '../../infra/http/reply/media-type.js';

/** Legacy media types. They are served, although browsers can't play them. */
const NOT_PLAYED = new Set(['wmv', 'wma', 'f4v', 'f4a', '3g2', 'mp2', 'aif', 'aiff', 'amr', 'ac3']);

/**
 * Path endings that do not reveal the type of the file. yt-dlp uses whatever follows the last dot
 * as the extension, and some sites serve media from scripts.
 */
const TELLS_NOTHING = /^(|unknown_(video|audio)|php|aspx?|ashx|jsp|cgi)$/;

/** True for the extension of a media file (in lower case, without the dot). */
export function isMediaExtension(ext: string): boolean {
  return mediaTypeOf(ext) !== null || NOT_PLAYED.has(ext);
}

/** True for a URL, absolute or not, whose path has the extension of an audio file. */
export function isAudioAddress(url: string): boolean {
  const ext = extensionOf(url.replace(/[?#].*$/s, ''))?.toLowerCase() ?? '';
  return mediaTypeOf(ext)?.startsWith('audio/') ?? false;
}

/**
 * The extension of the file that visitors save. It is always a media extension, so that a page
 * can't make us serve programs.
 * @param ext the extension from yt-dlp
 * @param otherwise used if the format is media but its extension says nothing
 * @returns null for an extension that does not belong to media
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
