import type { Format } from '@dipper/contract';
import { playback } from '@dipper/media';
import { useTranslation } from 'react-i18next';
import { codecHint } from './codec-hint.js';

/** What a format is good for, in words and then in codecs; '' when nothing is known. */
export function useFormatFacts(): (format: Format) => string {
  const { t } = useTranslation('home');
  return (format) => {
    const { ext, vcodec, acodec, is_audio_only: isAudioOnly, has_audio: hasAudio, hdr } = format;
    const plays = playback({ ext, vcodec, acodec, isAudioOnly, hasAudio });
    return [
      plays === 'unknown' ? '' : t(`result.plays.${plays}`),
      hdr ? t('result.hdr') : '',
      codecHint(format),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}

/** The line under a format. */
export function FormatFacts({ format }: { readonly format: Format }) {
  const facts = useFormatFacts()(format);
  return facts === '' ? null : <span className="w-full text-sm text-muted">{facts}</span>;
}
