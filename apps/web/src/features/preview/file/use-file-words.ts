import { useTranslation } from '../../../i18n/use-translation.js';
import { useUnits } from '../../../i18n/use-units.js';
import { useShownQuery } from '../address/shown-query.js';
import { fileLabel } from './file-label.js';

/** What this page's file is, in words: its format ("720p MP4"), '' where nothing is known of it. */
export function useFormatWords(): string {
  const { bitrate: write } = useUnits();
  const { quality, type, bitrate } = fileLabel(useShownQuery());
  return [quality, type, bitrate === null ? null : write(bitrate)].filter(Boolean).join(' ');
}

/** The words of the button that saves it: "Save 720p MP4, 6.4 MB". @param sizeBytes null when unknown */
export function useSaveWords(sizeBytes: number | null): string {
  const { t } = useTranslation('preview');
  const { previewSize } = useUnits();
  const format = useFormatWords();
  const size = sizeBytes === null ? '' : previewSize(sizeBytes);
  const what = format && size ? t('actions.formatAndSize', { format, size }) : format || size;
  return what === '' ? t('actions.save') : t('actions.saveThis', { what });
}
