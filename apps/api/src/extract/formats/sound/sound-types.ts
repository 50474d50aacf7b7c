import type { SoundType } from '@dipper/contract';
import type { SourceFormat } from '../../source-info.js';

interface SoundTypeFacts {
  readonly encoder: string;
  /** The RFC 6381 name of the resulting codec. */
  readonly codec: string;
  /** The default rate in kbit/s; null for lossless types. */
  readonly usualKbps: number | null;
  /**
   * A typical rate for estimates, in kbit/s. For lossless types: the rate of CD audio, or of CD
   * audio as FLAC.
   */
  readonly estimatedKbps: number;
  /**
   * Codecs that can be copied into a file of this type, by the name that a page gives (RFC 6381, or
   * the site's own) or by ffprobe's.
   */
  readonly takes: RegExp;
  /** Extensions of files that never contain any other codec. */
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
    takes: /^(aac|alac|mp4a(\.40(\.(0?2|0?5|29))?)?)$/i,
    extensions: ['m4a', 'aac'],
  },
  aac: {
    ...{ encoder: 'aac', codec: 'mp4a.40.2', usualKbps: 192, estimatedKbps: 192 },
    takes: /^(aac|mp4a(\.40(\.(0?2|0?5|29))?)?)$/i,
    extensions: ['m4a', 'aac'],
  },
  opus: {
    ...{ encoder: 'libopus', codec: 'opus', usualKbps: 128, estimatedKbps: 128 },
    takes: /^opus$/i,
    extensions: ['opus'],
  },
  flac: {
    ...{ encoder: 'flac', codec: 'flac', usualKbps: null, estimatedKbps: 900 },
    takes: /^flac$/i,
    extensions: ['flac'],
  },
  wav: {
    ...{ encoder: 'pcm_s16le', codec: 'pcm', usualKbps: null, estimatedKbps: 1411 },
    takes: /^(l?pcm|wav|pcm_(s16|s24|s32|f32)le)$/i,
    extensions: ['wav'],
  },
};

/**
 * True if a format's audio can be copied into a file type without encoding, judging by the page.
 */
export function canCopyAudio(to: SoundType, { acodec, ext, video }: SourceFormat): boolean {
  const { takes, extensions } = SOUND_TYPES[to];
  return acodec === null ? video === 'no' && extensions.includes(ext) : takes.test(acodec);
}
