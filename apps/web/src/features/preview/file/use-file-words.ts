import { useTranslation } from '../../../i18n/use-translation.js';
import { useUnits } from '../../../i18n/format/units.js';
import { useShownQuery } from '../address/shown-media.js';
import { fileLabel } from './file-label.js';

/** Returns the format of this page's file in words ("720p MP4"); '' if unknown. */
export function useFormatWords(): string {
  const { bitrate: write } = useUnits();
  const { quality, type, bitrate } = fileLabel(useShownQuery());
  return [quality, type, bitrate === null ? null : write(bitrate)].filter(Boolean).join(' ');
}

/**
 * Returns the label of the file's download button: "Download 720p MP4, 6.4 MB".
 * @param sizeBytes the size of the file; null if unknown
 */
export function useSaveWords(sizeBytes: number | null): string {
  const { t } = useTranslation('preview');
  const { previewSize } = useUnits();
  const format = useFormatWords();
  const size = sizeBytes === null ? '' : previewSize(sizeBytes);
  if (format === '') {
    return size === '' ? t('actions.download') : t('actions.downloadSize', { size });
  }
  return size === ''
    ? t('actions.downloadFormat', { format })
    : t('actions.downloadFormatAndSize', { format, size });
}
