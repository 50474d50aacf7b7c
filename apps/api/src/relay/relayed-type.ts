import { extensionOf } from '@dipper/media';
import { isMediaExtension } from '../extract/formats/media-extension.js';
import { mediaTypeOf } from '../infra/http/reply/media-type.js';

export interface RelayedType {
  readonly mediaType: string;
  /** True if it may only be saved, not played. */
  readonly attachment: boolean;
}

const MEDIA = /^(?:audio|video)\/[a-z0-9][a-z0-9.+-]{0,60}$/;
/** Playlists have media types, but they are text, which makes a player load other URLs. */
const PLAYLIST = /mpegurl|scpls|ms-w[avm]x|x-ms-asx|x-ms-asf$/;
const BYTES = new Set(['application/octet-stream', 'binary/octet-stream']);

/**
 * Maps a source's `Content-Type` (contract, "Media relay"). Audio and video types are kept. Generic
 * bytes get the type of the issued file, and may only be saved if players don't know that type.
 * @returns null for everything else, which is refused, and for a file name that is not media,
 * whatever type the source claims
 */
export function relayedType(contentType: string | undefined, fileName: string): RelayedType | null {
  const essence = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const ext = extensionOf(fileName);
  const isBytes = BYTES.has(essence);
  const isOther = ext === null ? isBytes : !isMediaExtension(ext);
  if (isOther) {
    return null;
  }
  if (isBytes) {
    const known = ext === null ? null : mediaTypeOf(ext);
    return { mediaType: known ?? 'application/octet-stream', attachment: known === null };
  }
  return MEDIA.test(essence) && !PLAYLIST.test(essence)
    ? { mediaType: essence, attachment: false }
    : null;
}
