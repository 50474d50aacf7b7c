import { displayDuration } from '@dipper/media';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useUnits } from '../../../i18n/use-units.js';
import type { MergeAtWork } from '../../../entities/task/follow/merge.reducer.js';

/**
 * Returns the speed and the time left of a merge: "4.1 MB/s · 9 s left"; '' if neither is known.
 */
export function usePaceWords({
  speed,
  etaSeconds,
}: Pick<MergeAtWork, 'speed' | 'etaSeconds'>): string {
  const { t } = useTranslation('preview');
  const { previewSize, number } = useUnits();
  const pace = speed === null ? '' : t('progress.speed', { size: previewSize(speed) });
  const left =
    etaSeconds === null
      ? ''
      : etaSeconds < 60
        ? t('progress.secondsLeft', { seconds: number(etaSeconds) })
        : t('progress.eta', { duration: displayDuration(etaSeconds) });
  return [pace, left].filter(Boolean).join(' · ');
}
