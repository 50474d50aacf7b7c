import type { SoundType } from '@dipper/contract';
import { SOUND_TYPES } from '../../extract/formats/sound/sound-types.js';
import type { FfmpegRun } from '../file-plan.js';
import type { Cover } from '../tags/picture-block.js';

interface SoundFile {
  readonly muxer: string;
  readonly encoder: string;
  /** Default bitrate in kbit/s; null for lossless types. */
  readonly usualKbps: number | null;
  /** The highest number of channels that the encoder and all players accept. */
  readonly maxChannels: number;
  readonly cover: 'stream' | 'comment' | 'none';
  /** How chapters are stored: in the container's own form, as comments, or not at all. */
  readonly chapters: 'own' | 'comments' | 'none';
  readonly options: readonly string[];
}

/**
 * What each type can carry (measured with ffmpeg 5.1 and read back with ffprobe). All types carry
 * the title, artist, album, track and date, and the link as a comment. Raw AAC (ADTS) has no native
 * tags; they go into a leading ID3 tag, as in HLS (RFC 8216 §3.4), and ffmpeg cannot store a cover
 * there. WAV has RIFF INFO tags, which have no season, cover or chapters.
 */
export const SOUND_FILES: Readonly<Record<SoundType, SoundFile>> = {
  mp3: {
    ...SOUND_TYPES.mp3,
    ...{ muxer: 'mp3', maxChannels: 2 },
    ...{ cover: 'stream', chapters: 'own' },
    // Windows and car radios read only version 2.3.
    options: ['-id3v2_version', '3'],
  },
  m4a: {
    ...SOUND_TYPES.m4a,
    ...{ muxer: 'ipod', maxChannels: 2 },
    ...{ cover: 'stream', chapters: 'own' },
    options: ['-movflags', '+faststart'],
  },
  aac: {
    ...SOUND_TYPES.aac,
    ...{ muxer: 'adts', maxChannels: 2 },
    ...{ cover: 'none', chapters: 'own' },
    options: ['-write_id3v2', '1'],
  },
  wav: {
    ...SOUND_TYPES.wav,
    ...{ muxer: 'wav', maxChannels: 8 },
    ...{ cover: 'none', chapters: 'none' },
    options: ['-rf64', 'auto'],
  },
  flac: {
    ...SOUND_TYPES.flac,
    ...{ muxer: 'flac', maxChannels: 8 },
    ...{ cover: 'stream', chapters: 'comments' },
    options: [],
  },
  opus: {
    ...SOUND_TYPES.opus,
    ...{ muxer: 'opus', maxChannels: 2 },
    ...{ cover: 'comment', chapters: 'own' },
    options: [],
  },
};

/** Forces the demuxer for a file that we wrote ourselves. */
const as = (format: string): string[] => ['-format_whitelist', format, '-f', format];

/**
 * ffmpeg options for writing an audio file. The inputs are the source, the tags (`ffmetadata`), and
 * the cover if there is one. The source's own tags are dropped, because anyone may have written
 * them.
 */
export function soundOptions(
  { muxer, chapters, options }: SoundFile,
  { encoding, isFlac }: { encoding: readonly string[]; isFlac: boolean },
  cover: Cover | null,
): Pick<FfmpegRun, 'options' | 'inputOptions'> {
  const picture = [
    ...['-map', '2:v:0', '-c:v', 'copy', '-disposition:v:0', 'attached_pic'],
    // This comment marks a picture as the front cover in ID3 and FLAC.
    ...['-metadata:s:v:0', 'comment=Cover (front)'],
  ];
  return {
    inputOptions: [
      // By default, decoders ignore frame checksums.
      isFlac ? ['-err_detect:a', 'crccheck'] : [],
      as('ffmetadata'),
      ...(cover === null ? [] : [as('jpeg_pipe')]),
    ],
    options: [
      ...['-map', '0:a:0', ...(cover === null ? [] : picture)],
      ...['-map_metadata', '1', '-map_metadata:s:a:0', '-1'],
      ...['-map_chapters', chapters === 'own' ? '1' : '-1'],
      ...encoding,
      ...options,
      ...['-f', muxer],
    ],
  };
}
