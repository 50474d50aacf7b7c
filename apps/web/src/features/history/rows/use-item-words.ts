import { type HistoryItem, UNTITLED } from '@dipper/contract';
import { displayDuration, type Platform, PLATFORMS } from '@dipper/media';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useMediaWords } from '../../../entities/media/use-media-words.js';
import { formatLocale } from '../../../i18n/format/format-locale.js';
import { useTimeLeft } from '../../../i18n/format/use-time-left.js';
import { useUnits } from '../../../i18n/format/units.js';
import type { ItemStanding } from './item-standing.js';
import { useSession } from '../../../entities/session/current-session.js';

/**
 * Formats a timestamp in the page's language and the account's time zone, or the device's time zone
 * if nobody is signed in.
 * @returns a function that formats an ISO 8601 timestamp; '' for an invalid one
 */
function useAccountDates(): (moment: string) => string {
  const { i18n } = useTranslation();
  const { user } = useSession();
  const format = new Intl.DateTimeFormat(formatLocale(i18n.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(user !== null && { timeZone: user.profile.timezone }),
  });
  return (moment) => {
    const date = new Date(moment);
    return Number.isNaN(date.getTime()) ? '' : format.format(date);
  };
}

/** Returns an item's platform if we know it. Other items only have a host. */
export function knownPlatform({ platform }: Pick<HistoryItem, 'platform'>): Platform | undefined {
  return PLATFORMS.find(({ id }) => id === platform);
}

export function useItemWords() {
  const { t } = useTranslation('history');
  const { listSize } = useUnits();
  const media = useMediaWords();
  const moment = useAccountDates();
  const timeLeft = useTimeLeft();
  return {
    title: ({ title }: HistoryItem) => media.title(title || UNTITLED),
    platform: (item: HistoryItem) => knownPlatform(item)?.displayName ?? item.platform,
    /** Format, quality, size and duration, where known. */
    facts: ({ format, quality, file_size: bytes, duration }: HistoryItem): readonly string[] =>
      [
        t(`format.${format}`),
        quality ?? '',
        bytes === null ? '' : listSize(bytes),
        duration === null ? '' : displayDuration(duration),
      ].filter(Boolean),
    moment: ({ download_time: iso }: HistoryItem) => moment(iso),
    /** "Completed · 42 min left" */
    status: ({ status }: HistoryItem, standing: ItemStanding): string => {
      const more =
        standing.kind === 'gone'
          ? t('gone')
          : standing.kind === 'kept' && standing.secondsLeft !== null
            ? timeLeft(standing.secondsLeft)
            : '';
      return [t(`status.${status}`), more].filter(Boolean).join(' · ');
    },
  };
}

export type ItemWords = ReturnType<typeof useItemWords>;
