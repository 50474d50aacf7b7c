/**
 * The media types of the files that we serve, by extension. They come from IANA; for mkv, flac and
 * others, they are what browsers accept.
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
  // We only make audio in Ogg. Ogg video has the extension .ogv.
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
 * The media type of an extension (in any case, with or without the dot); null if it is not media.
 */
export function mediaTypeOf(ext: string): string | null {
  return MEDIA_TYPES.get(ext.toLowerCase().replace(/^\./, '')) ?? null;
}

/**
 * The types of files that we make but that are not media. Sources of these types are not relayed.
 */
const MADE_TYPES: ReadonlyMap<string, string> = new Map([
  ['avif', 'image/avif'],
  ['gif', 'image/gif'],
  ['jpg', 'image/jpeg'],
  ['md', 'text/markdown; charset=utf-8'],
  ['png', 'image/png'],
  // Without a charset, browsers would guess.
  ['srt', 'application/x-subrip; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['vtt', 'text/vtt; charset=utf-8'],
  ['webp', 'image/webp'],
  ['zip', 'application/zip'],
]);

export function outputMediaType(ext: string): string {
  return mediaTypeOf(ext) ?? MADE_TYPES.get(ext) ?? 'application/octet-stream';
}
