import type { TFunction } from 'i18next';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useMounted } from '../../../lib/use-mounted.js';
import type { Merge } from '../merge/merge.reducer.js';
import { useShownQuery } from '../address/shown-query.js';
import { fileLabel } from '../file/file-label.js';
import { stageWords } from './stage-words.js';

/** Where a task stands in line, in words; a place of 1 has nobody before it. */
function placeWords(place: number | null, t: TFunction<'preview'>): string {
  if (place === null || place < 1) {
    return '';
  }
  return place === 1 ? t('progress.next') : t('progress.queue', { count: place - 1 });
}

/**
 * A merge in words: what it does, whole percents, both in one sentence, and its place in line ('' for
 * none). No percents (null) before anything is known: the server's page and a first visit know
 * nothing, a reload knows where it stood.
 */
export function useProgressWords(merge: Merge) {
  const { t } = useTranslation('preview');
  const isKnown = useMounted() && (merge.state !== null || merge.isRemembered);
  const percent = isKnown ? Math.floor(merge.progress) : null;
  const { type } = fileLabel(useShownQuery());
  const message = stageWords(merge, t, type);
  const text =
    percent === null
      ? t('progress.announceStart', { message })
      : t('progress.announce', { percent, message });
  return { percent, message, text, place: placeWords(merge.queuePosition, t) };
}
