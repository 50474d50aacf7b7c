import type { TFunction } from 'i18next';
import { damagePlaces } from '../file/damage-places.js';
import type { Merge } from '../merge/merge.reducer.js';

/**
 * What a merge does now, in the words of the page. The server's English sentence is only for a task
 * that says nothing else about itself.
 * @param language of `t`
 */
export function stageWords(
  { state, stage, damage, message }: Pick<Merge, 'state' | 'stage' | 'damage' | 'message'>,
  t: TFunction<'preview'>,
  language: string,
): string {
  switch (state) {
    case null:
      return t('messages.merge.starting');
    case 'processing':
      return stage === null ? message || t('messages.merge.starting') : t(`stages.${stage}`);
    case 'complete':
      return damage === null
        ? t('stages.complete')
        : t('stages.damaged', { where: ` ${damagePlaces(damage, t, language)}` });
    case 'prepared':
    case 'queued':
    case 'cancelled':
      return t(`stages.${state}`);
    case 'error':
      return message;
  }
}
