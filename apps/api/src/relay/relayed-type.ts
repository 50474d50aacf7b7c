import { isMediaExtension } from '../extract/formats/media-extension.js';
import { extensionOf, mediaTypeOf } from '../infra/http/media-type.js';

/** How a relayed answer is labelled for the visitor. */
export interface RelayedType {
  readonly mediaType: string;
  /** It may only be saved, not played. */
  readonly attachment: boolean;
}

const MEDIA = /^(?:audio|video)\/[a-z0-9][a-z0-9.+-]{0,60}$/;
/** Playlists go under media types, but are text that sends a player elsewhere. */
const PLAYLIST = /mpegurl|scpls|ms-w[avm]x|x-ms-asx|x-ms-asf$/;
const BYTES = new Set(['application/octet-stream', 'binary/octet-stream']);

/**
 * What a source's `Content-Type` becomes (contract, "Media relay"): audio and video stay what they
 * are, plain bytes get the type of the file that was handed out, and are only saved when players do
 * not know it. Null for everything else, which is not let through; so is what would be saved under
 * a name that is no media's, whatever the source calls it: a type is quickly claimed.
 */
export function relayedType(contentType: string | undefined, fileName: string): RelayedType | null {
  const essence = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const ext = extensionOf(fileName);
  const isBytes = BYTES.has(essence);
  const isOther = ext === '' ? isBytes : !isMediaExtension(ext);
  if (isOther) {
    return null;
  }
  if (isBytes) {
    const known = mediaTypeOf(ext);
    return { mediaType: known ?? 'application/octet-stream', attachment: known === null };
  }
  return MEDIA.test(essence) && !PLAYLIST.test(essence)
    ? { mediaType: essence, attachment: false }
    : null;
}
