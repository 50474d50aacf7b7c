import { displayBitrate, fileTypeName } from '@dipper/media';
import type { Format } from '../http/search/extract.js';
import { LABEL_WORDS } from './media-words.js';

export type LabelParts = Pick<
  Format,
  'ext' | 'is_audio_only' | 'has_audio' | 'quality' | 'bitrate' | 'hdr' | 'watermarked'
>;

/** The words used in labels, in one language. */
export type LabelWords = Readonly<Record<keyof typeof LABEL_WORDS, string>> & {
  /** Formats a bitrate in kbit/s. By default it is formatted in English: "128 kbps", "1.4 Mbps". */
  readonly bitrate?: (kbps: number) => string;
};

/** The label of a format: "1080p60 MP4", "Audio M4A 128 kbps", "720p HDR MP4 (no audio)". */
export function formatLabel(parts: LabelParts, words: LabelWords = LABEL_WORDS): string {
  const type = fileTypeName(parts.ext);
  if (parts.is_audio_only) {
    const { bitrate: write = displayBitrate } = words;
    const rate = parts.bitrate === null ? null : write(parts.bitrate);
    return [words.audio, type, rate].filter(Boolean).join(' ');
  }
  // Only HDR is labeled, because it looks washed out on ordinary screens.
  const name = [parts.quality ?? words.video, parts.hdr ? 'HDR' : null, type]
    .filter(Boolean)
    .join(' ');
  const asides = [
    parts.has_audio ? null : words.silent,
    parts.watermarked ? words.watermark : null,
  ].filter(Boolean);
  return asides.length === 0 ? name : `${name} (${asides.join(', ')})`;
}
