import type { Format } from '@dipper/contract';
import { playback } from '@dipper/media';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { codecHint } from './codec-hint.js';

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
