/** Names of ffmpeg's muxers for the containers we make. */
const MUXERS: Readonly<Record<string, string>> = {
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
};

/** One argument of a program must fit into 128 KiB; a title that long is no title. */
const TITLE_LENGTH = 1000;

interface MuxChoice {
  readonly container: string;
  /** 1: one file with all streams; 2: picture first, sound second. */
  readonly inputs: 1 | 2;
  readonly isAudio: boolean;
  readonly title: string;
  /** Bytes to leave for the index at the front of an MP4; null: it is put there in a second pass. */
  readonly moovSize: number | null;
  /** Options of a track of subtitles; none where they are left out. */
  readonly captions?: readonly string[];
}

/**
 * ffmpeg's options for one output: streams are copied, never encoded; the index goes to the front
 * so that playing starts before the whole file has arrived.
 */
export function muxOptions({
  container,
  inputs,
  isAudio,
  title,
  moovSize,
  captions = [],
}: MuxChoice): string[] {
  // Capital V: no cover pictures.
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

/** A title as the value of `-metadata`. */
export function titleOption(title: string): string {
  return `title=${title.replace(/\0/g, '').slice(0, TITLE_LENGTH)}`;
}

/** Whether a container keeps an index of all its packets, which players want before the media. */
export function hasIndex(container: string): boolean {
  return ['mp4', 'ipod', 'mov'].includes(MUXERS[container] ?? '');
}

function indexFirst(room: number | null): string[] {
  return room === null ? ['-movflags', '+faststart'] : ['-moov_size', String(room)];
}
