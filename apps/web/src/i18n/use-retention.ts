import { useSite } from '../lib/site.js';
import { useTranslation } from './use-translation.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How long a finished file is kept here, in words: "1 hour", "90 minutes". Never more than it is. */
export function useRetention(): string {
  const { t } = useTranslation();
  const { retentionSeconds } = useSite();
  return retentionSeconds % HOUR === 0
    ? t('duration.hours', { count: retentionSeconds / HOUR })
    : t('duration.minutes', { count: Math.floor(retentionSeconds / MINUTE) });
}
