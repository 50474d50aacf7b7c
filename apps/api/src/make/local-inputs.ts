/**
 * ffmpeg options for inputs. Only local files may be read (contract, "Media relay"): no network
 * protocols, and no formats that refer to other files, such as a playlist disguised as a video.
 */
export const LOCAL_ONLY: readonly string[] = [
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  'mov,matroska,webm,mpegts,mpegtsraw,ogg,aac,mp3,flac,wav,flv,avi',
];
