/** Names of ffmpeg's muxers by container, which is also the file's extension. */
export const MUXERS: Readonly<Record<string, string>> = {
  mp4: 'mp4',
  m4a: 'ipod',
  mov: 'mov',
  webm: 'webm',
  mkv: 'matroska',
  mka: 'matroska',
  mp3: 'mp3',
  flac: 'flac',
  ogg: 'ogg',
  opus: 'opus',
  // Only sources that are a single file have these extensions.
  m4v: 'mp4',
  m4b: 'ipod',
  '3gp': '3gp',
  weba: 'webm',
  oga: 'ogg',
  ogv: 'ogg',
  wav: 'wav',
  aac: 'adts',
  ts: 'mpegts',
  flv: 'flv',
  avi: 'avi',
};

/** The container for streams from a file with this extension. Matroska holds what others cannot. */
export function muxedContainer(extension: string, isAudio: boolean): string {
  return extension in MUXERS ? extension : isAudio ? 'mka' : 'mkv';
}

/**
 * Maximum length of a title in characters. An argument must fit into 128 KiB; no real title comes
 * close.
 */
const TITLE_LENGTH = 1000;

interface MuxChoice {
  readonly container: string;
  /** 1 for one file with all streams; 2 for a video and an audio file, in this order. */
  readonly inputs: 1 | 2;
  readonly isAudio: boolean;
  readonly title: string;
  /**
   * Number of bytes to reserve for the index at the front of an MP4. If null, the index is moved
   * there in a second pass.
   */
  readonly moovSize: number | null;
  /** ffmpeg options for a subtitle track; none by default. */
  readonly captions?: readonly string[];
}

/**
 * ffmpeg options for one output. Streams are copied, never encoded. The index goes to the front, so
 * that playback can start before the whole file has arrived.
 */
export function muxOptions({
  container,
  inputs,
  isAudio,
  title,
  moovSize,
  captions = [],
}: MuxChoice): string[] {
  // Unlike "v", "V" excludes cover pictures.
  const video = isAudio ? [] : ['-map', inputs === 2 ? '0:V:0' : '0:V:0?'];
  const audio = ['-map', inputs === 2 ? '1:a:0' : isAudio ? '0:a:0' : '0:a:0?'];
  const muxer = MUXERS[container] ?? 'matroska';
  return [
    ...video,
    ...audio,
    '-c',
    'copy',
    '-map_metadata',
    '-1',
    ...captions,
    '-metadata',
    titleOption(title),
    ...(hasIndex(container) ? indexFirst(moovSize) : []),
    '-f',
    muxer,
  ];
}

/** Formats a title as the value of `-metadata`. */
export function titleOption(title: string): string {
  return `title=${title.replace(/\0/g, '').slice(0, TITLE_LENGTH)}`;
}

/** Whether the container has a packet index, which players need before the media. */
export function hasIndex(container: string): boolean {
  return ['mp4', 'ipod', 'mov', '3gp'].includes(MUXERS[container] ?? '');
}

function indexFirst(room: number | null): string[] {
  return room === null ? ['-movflags', '+faststart'] : ['-moov_size', String(room)];
}
