import type { MergeStage } from '@dipper/contract';
import type { TFunction } from 'i18next';
import type { Merge } from '../merge/merge.reducer.js';

/**
 * What a merge does now, in the words of the page. The server's English sentence is only for a task
 * that says nothing else about itself.
 * @param type what is made, as people call it: "MP3"; null when it is not known
 */
export function stageWords(
  merge: Pick<Merge, 'state' | 'stage' | 'kind' | 'damage' | 'message'>,
  t: TFunction<'preview'>,
  type: string | null = null,
): string {
  const { state, stage, kind, damage, message } = merge;
  switch (state) {
    case null:
      return t('messages.merge.starting');
    case 'processing':
      return (
        workWords(kind, stage, type, t) ||
        (stage === null ? message || t('messages.merge.starting') : t(`stages.${stage}`))
      );
    case 'complete':
      return t(damage === null ? 'stages.complete' : 'stages.damaged');
    case 'prepared':
    case 'queued':
    case 'cancelled':
      return t(`stages.${state}`);
    case 'error':
      return message;
  }
}

/** What a task does that is no joining of two streams; '' where the words for those fit. */
function workWords(
  kind: string | null,
  stage: MergeStage | null,
  type: string | null,
  t: TFunction<'preview'>,
): string {
  if (kind === 'subtitle' && stage !== 'queued' && stage !== 'checking') {
    return t('progress.work.subtitle');
  }
  if (stage !== 'merging') {
    return '';
  }
  switch (kind) {
    case 'convert':
      return type === null ? t('progress.work.convert') : t('progress.work.convertTo', { type });
    case 'clip':
      return t('progress.work.clip');
    default:
      return '';
  }
}
