import type { TFunction } from 'i18next';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useMounted } from '../../../lib/react/use-mounted.js';
import type { MergeAtWork } from '../../../entities/task/follow/merge.reducer.js';
import { useShownQuery } from '../address/shown-media.js';
import { fileLabel } from '../file/file-label.js';
import { stageWords } from './stage-words.js';

/** Describes a task's position in line; position 1 is next. */
function placeWords(place: number | null, t: TFunction<'preview'>): string {
  if (place === null || place < 1) {
    return '';
  }
  return place === 1 ? t('progress.next') : t('progress.queue', { count: place - 1 });
}

/**
 * Returns the number (from 1) of the file that a zip's task is working on, and the total; null for
 * other tasks, and once all files have ended.
 */
function currentFile({ state, entries }: MergeAtWork): { number: number; count: number } | null {
  const ended = entries?.filter((one) => one.state === 'done' || one.state === 'failed') ?? [];
  const [number, count] = [ended.length + 1, entries?.length ?? 0];
  return state === 'processing' && count > 1 && number <= count ? { number, count } : null;
}

/**
 * Returns the texts for a merge: current step, percentage, both in one sentence, and the position
 * in line ('' if none). The percentage is null on the server and on a first visit. After a reload,
 * it starts at the stored one.
 */
export function useProgressWords(merge: MergeAtWork) {
  const { t } = useTranslation('preview');
  const isKnown = useMounted() && (merge.state !== null || merge.isRemembered);
  const percent = isKnown ? Math.floor(merge.progress) : null;
  const { type } = fileLabel(useShownQuery());
  const stage = stageWords(merge, t, type);
  const file = currentFile(merge);
  // The stage belongs to one file and must not sound like the end of the whole task.
  const message = file === null ? stage : t('progress.ofFile', { ...file, message: stage });
  const text =
    percent === null
      ? t('progress.announceStart', { message })
      : t('progress.announce', { percent, message });
  return { percent, message, text, place: placeWords(merge.queuePosition, t) };
}
