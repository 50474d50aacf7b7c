import { type Format, formatLabel } from '@dipper/contract';
import { useTranslation } from '../../../../i18n/use-translation.js';
import { useUnits } from '../../../../i18n/format/units.js';

/**
 * Returns a function that labels formats in the page's language: "1080p60 MP4", "Audio M4A 128
 * kbps".
 */
export function useFormatLabel(): (format: Format) => string {
  const { t } = useTranslation('search');
  const { bitrate } = useUnits();
  const words = {
    audio: t('labels.audio'),
    video: t('labels.video'),
    silent: t('labels.silent'),
    watermark: t('labels.watermark'),
    bitrate,
  };
  return (format) => formatLabel(format, words);
}
