import { type HistoryItem, UNTITLED } from '@dipper/contract';
import { countdown, displayDuration, type Platform, PLATFORMS } from '@dipper/media';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useMediaWords } from '../../../entities/media/use-media-words.js';
import { useUnits } from '../../../i18n/use-units.js';
import { useAccountDates } from '../../../entities/session/use-account-dates.js';
import type { ItemStanding } from './history-item.js';

/** Returns an item's platform if we know it. Otherwise the item only has a host. */
export function knownPlatform({ platform }: Pick<HistoryItem, 'platform'>): Platform | undefined {
  return PLATFORMS.find(({ id }) => id === platform);
}

/** Returns the texts of an item's row in the page's language. */
export function useItemWords() {
  const { t } = useTranslation('history');
  const { listSize } = useUnits();
  const media = useMediaWords();
  const moment = useAccountDates();
  const timeLeft = (seconds: number) => {
    const { unit, ...values } = countdown(seconds);
    return unit === 'expired' ? '' : t(`left.${unit}`, values);
  };
  return {
    title: ({ title }: HistoryItem) => media.title(title || UNTITLED),
    platform: (item: HistoryItem) => knownPlatform(item)?.displayName ?? item.platform,
    /** The format, quality, size and duration, as far as they are known. */
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
