import type { Format } from '@dipper/contract';
import { playback } from '@dipper/media';
import { useTranslation } from '../../../../i18n/use-translation.js';

/** Returns where a format plays, and its codecs; each '' if unknown. */
export function useFormatFacts(format: Format): { words: string; codecs: string } {
  const { t } = useTranslation('search');
  const { ext, vcodec, acodec, is_audio_only: isAudioOnly, has_audio: hasAudio, hdr } = format;
  const plays = playback({ ext, vcodec, acodec, isAudioOnly, hasAudio });
  const words = [plays === 'unknown' ? '' : t(`result.plays.${plays}`), hdr ? t('result.hdr') : ''];
  return { words: joined(words), codecs: codecHint(format) };
}

/** The facts in a format's row. Narrow screens show codecs only if nothing else is known. */
export function FormatFacts({ format }: { readonly format: Format }) {
  const { words, codecs } = useFormatFacts(format);
  if (words === '' || codecs === '') {
    return <>{words || codecs}</>;
  }
  return (
    <>
      {words}
      <span className="max-lg:hidden"> · {codecs}</span>
    </>
  );
}

export function joined(parts: readonly string[]): string {
  return parts.filter(Boolean).join(' · ');
}

const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^(avc|h\.?264)/i, 'H.264'],
  [/^dv(h|a)/i, 'Dolby Vision'],
  [/^(hev|hvc|h\.?265)/i, 'HEVC'],
  [/^(vvc|vvi|h\.?266|bytevc2)/i, 'H.266'],
  [/^av0?1/i, 'AV1'],
  [/^vp0?9/i, 'VP9'],
  [/^vp0?8/i, 'VP8'],
  [/^mp4v/i, 'MPEG-4'],
  [/^theora/i, 'Theora'],
  [/^(ac-?[34]|e-?ac-?3|ec-?3|mp4a\.a[56])/i, 'Dolby'],
  [/^(mp4a\.(69|6b|40\.34)$|mp3)/i, 'MP3'],
  [/^(opus|mp4a\.ad)/i, 'Opus'],
  [/^(mp4a(\.(40|6)|$)|aac)/i, 'AAC'],
  [/^vorbis/i, 'Vorbis'],
  [/^flac/i, 'FLAC'],
  [/^alac/i, 'ALAC'],
  [/^dts/i, 'DTS'],
  [/^l?pcm/i, 'PCM'],
];

function family(codec: string | null): string[] {
  if (codec === null || codec === 'none') {
    return [];
  }
  const known = FAMILIES.find(([pattern]) => pattern.test(codec));
  return known === undefined ? [] : [known[1]];
}

/** Returns the codecs of a format by their common names ("H.264 · AAC"); '' if unknown. */
export function codecHint({ vcodec, acodec }: Pick<Format, 'vcodec' | 'acodec'>): string {
  return [...family(vcodec), ...family(acodec)].join(' · ');
}
