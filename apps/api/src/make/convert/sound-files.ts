import type { SoundType } from '@dipper/contract';
import { SOUND_TYPES } from '../../extract/formats/sound-types.js';

/** A type of file that sound is converted to, as ffmpeg makes it. */
export interface SoundFile {
  readonly muxer: string;
  readonly encoder: string;
  /** kbit/s where none is asked for; null for what keeps every sample. */
  readonly usualKbps: number | null;
  /** Most channels that its encoder and all players take. */
  readonly maxChannels: number;
  /** How a cover is kept: as a stream of its own, as a comment, or not at all. */
  readonly cover: 'stream' | 'comment' | 'none';
  /** How chapters are kept. */
  readonly chapters: 'own' | 'comments' | 'none';
  readonly options: readonly string[];
}

/**
 * What each type can carry (measured with ffmpeg 5.1 and read back by ffprobe). All carry title,
 * artist, album, track, date and the address as a comment. Raw AAC (ADTS) has no tags of its own:
 * these go into an ID3 tag in front, as in HLS (RFC 8216 §3.4), which has no place for a cover with
 * ffmpeg. WAV has RIFF's INFO, which knows no season, cover or chapters.
 */
export const SOUND_FILES: Readonly<Record<SoundType, SoundFile>> = {
  mp3: {
    ...SOUND_TYPES.mp3,
    ...{ muxer: 'mp3', maxChannels: 2 },
    ...{ cover: 'stream', chapters: 'own' },
    // Version 2.3 is what Windows and cars read.
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
