import { useTranslation } from '../../../i18n/use-translation.js';
import { useShownQuery } from '../address/shown-media.js';
import { fileLabel } from '../file/file-label.js';
import { isOn, type Meanwhile } from './use-meanwhile.js';

/**
 * Returns the button label for playback while a file is being made, and a sentence (null if none).
 */
export function useMeanwhileWords({ media, state }: Meanwhile) {
  const { t } = useTranslation('preview');
  const query = useShownQuery();
  const made = fileLabel(query).quality;
  const quality = media?.quality ?? null;
  const isAudio = query.is_audio === 'true';
  const start = isAudio
    ? t('progress.meanwhile.listen')
    : quality === null
      ? t('progress.meanwhile.play')
      : t('progress.meanwhile.playQuality', { quality });
  const playing = isAudio
    ? t('progress.meanwhile.listening')
    : quality === null || made === null
      ? t('progress.meanwhile.playing')
      : t('progress.meanwhile.playingQuality', { quality, made });
  const sentences: Readonly<Record<Meanwhile['state'], string | null>> = {
    off: null,
    starting: t('progress.meanwhile.starting'),
    playing,
    failed: t('progress.meanwhile.failed'),
  };
  return {
    action: isOn({ state }) ? t('progress.meanwhile.stop') : start,
    sentence: sentences[state],
  };
}
