/**
 * ffmpeg and ffprobe read local files and nothing else (contract, "Media relay"): no protocol of the
 * network, and no format that names other files, like a playlist with the extension of a video.
 */
export const LOCAL_ONLY: readonly string[] = [
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  'mov,matroska,webm,mpegts,mpegtsraw,ogg,aac,mp3,flac,wav,flv,avi',
];
