import { useSite } from '../../site/site.js';
import type { TFunction } from 'i18next';
import { useTranslation } from '../use-translation.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Returns a retention time in words: "1 hour", "90 minutes". Rounds down. */
export function retentionWords(t: TFunction<'common'>, seconds: number): string {
  return seconds % HOUR === 0
    ? t('duration.hours', { count: seconds / HOUR })
    : t('duration.minutes', { count: Math.floor(seconds / MINUTE) });
}

/** Returns in words how long this deployment keeps a finished file. */
export function useRetention(): string {
  const { t } = useTranslation();
  return retentionWords(t, useSite().retentionSeconds);
}
