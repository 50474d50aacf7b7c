import type { MergeStage } from '@dipper/contract';
import type { TFunction } from 'i18next';
import type { MergeAtWork } from '../../../entities/task/follow/merge.reducer.js';

/**
 * Returns a merge's current step in the page's language, or the server's English sentence if the
 * task reports nothing else.
 * @param type the name of the resulting file type, such as "MP3"; null if unknown
 */
export function stageWords(
  merge: Pick<MergeAtWork, 'state' | 'stage' | 'kind' | 'message'>,
  t: TFunction<'preview'>,
  type: string | null = null,
): string {
  const { state, stage, kind, message } = merge;
  switch (state) {
    case null:
      return t('messages.merge.starting');
    case 'processing':
      return (
        workWords(kind, stage, type, t) ||
        (stage === null ? message || t('messages.merge.starting') : t(`stages.${stage}`))
      );
    case 'prepared':
    case 'queued':
      return t(`stages.${state}`);
  }
}

/** Returns the text for a task that does not combine two streams; '' if the usual one fits. */
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
