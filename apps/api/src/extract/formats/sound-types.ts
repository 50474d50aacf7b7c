import type { SoundType } from '@dipper/contract';
import type { SourceFormat } from '../source-info.js';

/** What a sound is converted to. */
interface SoundTypeFacts {
  /** ffmpeg's name for what makes it. */
  readonly encoder: string;
  /** RFC 6381, of what it holds then. */
  readonly codec: string;
  /** kbit/s where none is asked for; null for what keeps every sample. */
  readonly usualKbps: number | null;
  /** What files come to, for an estimate, kbit/s: CD sound, and what FLAC makes of it. */
  readonly estimatedKbps: number;
  /** Codecs (RFC 6381, or a site's word) that go into it as they are. */
  readonly takes: RegExp;
  /** Extensions of files that hold nothing else. */
  readonly extensions: readonly string[];
}

export const SOUND_TYPES: Readonly<Record<SoundType, SoundTypeFacts>> = {
  mp3: {
    ...{ encoder: 'libmp3lame', codec: 'mp3', usualKbps: 192, estimatedKbps: 192 },
    takes: /^(mp3|mp4a\.(40\.34|69|6b))$/i,
    extensions: ['mp3'],
  },
  m4a: {
    ...{ encoder: 'aac', codec: 'mp4a.40.2', usualKbps: 192, estimatedKbps: 192 },
    takes: /^(aac|alac|mp4a(\.40(\.(0?2|0?5|29))?)?$)/i,
    extensions: ['m4a', 'aac'],
  },
  aac: {
    ...{ encoder: 'aac', codec: 'mp4a.40.2', usualKbps: 192, estimatedKbps: 192 },
    takes: /^(aac|mp4a(\.40(\.(0?2|0?5|29))?)?$)/i,
    extensions: ['m4a', 'aac'],
  },
  opus: {
    ...{ encoder: 'libopus', codec: 'opus', usualKbps: 128, estimatedKbps: 128 },
    takes: /^opus/i,
    extensions: ['opus'],
  },
  flac: {
    ...{ encoder: 'flac', codec: 'flac', usualKbps: null, estimatedKbps: 900 },
    takes: /^flac/i,
    extensions: ['flac'],
  },
  wav: {
    ...{ encoder: 'pcm_s16le', codec: 'pcm', usualKbps: null, estimatedKbps: 1411 },
    takes: /^(l?pcm|wav)/i,
    extensions: ['wav'],
  },
};

/** Whether a sound goes into a type of file without being encoded, as far as its page tells. */
export function isTaken(to: SoundType, { acodec, ext, video }: SourceFormat): boolean {
  const { takes, extensions } = SOUND_TYPES[to];
  return acodec === null ? video === 'no' && extensions.includes(ext) : takes.test(acodec);
}
