/**
 * Media types of served files, by extension (from IANA; for mkv, flac and others, what browsers
 * accept).
 */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['mp4', 'video/mp4'],
  ['m4v', 'video/mp4'],
  ['webm', 'video/webm'],
  ['mkv', 'video/x-matroska'],
  ['mov', 'video/quicktime'],
  ['ts', 'video/mp2t'],
  ['m2ts', 'video/mp2t'],
  ['mpg', 'video/mpeg'],
  ['mpeg', 'video/mpeg'],
  ['ogv', 'video/ogg'],
  ['3gp', 'video/3gpp'],
  ['flv', 'video/x-flv'],
  ['avi', 'video/x-msvideo'],
  ['m4a', 'audio/mp4'],
  ['m4b', 'audio/mp4'],
  ['mp3', 'audio/mpeg'],
  // We use it for audio only; Ogg video is .ogv.
  ['ogg', 'audio/ogg'],
  ['oga', 'audio/ogg'],
  ['opus', 'audio/ogg'],
  ['weba', 'audio/webm'],
  ['mka', 'audio/x-matroska'],
  ['wav', 'audio/wav'],
  ['flac', 'audio/flac'],
  ['aac', 'audio/aac'],
]);

/**
 * The media type for an extension (any case, with or without the dot); null when it is not media.
 */
export function mediaTypeOf(ext: string): string | null {
  return MEDIA_TYPES.get(ext.toLowerCase().replace(/^\./, '')) ?? null;
}

/** Files we make that are not media; sources of these types are not relayed. */
const MADE_TYPES: ReadonlyMap<string, string> = new Map([
  ['avif', 'image/avif'],
  ['gif', 'image/gif'],
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  // With a charset, or browsers guess.
  ['srt', 'application/x-subrip; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['vtt', 'text/vtt; charset=utf-8'],
  ['webp', 'image/webp'],
  ['zip', 'application/zip'],
]);

/** The type of a file that we made, by its extension. */
export function outputMediaType(ext: string): string {
  return mediaTypeOf(ext) ?? MADE_TYPES.get(ext) ?? 'application/octet-stream';
}

/** The extension of a file name, lower case and without the dot; empty when it has none. */
export function extensionOf(fileName: string): string {
  return /[^.]\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
}
