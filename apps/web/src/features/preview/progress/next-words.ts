import type { MergeStage } from '@dipper/contract';
import type { TFunction } from 'i18next';
import type { MergeAtWork } from '../../../entities/task/follow/merge.reducer.js';
import { stepAt, stepName } from './merge-steps.js';

/** Steps that can follow another one. */
type NextStage = Exclude<MergeStage, 'queued' | 'video'>;

function isNext(stage: MergeStage): stage is NextStage {
  return stage !== 'queued' && stage !== 'video';
}

/**
 * Lists the steps after the current one: "Next: Audio · Combine · Verify". Lines never start with a
 * dot.
 * @returns '' in the last step or while the steps are unknown
 */
export function nextWords(
  { state, stage, steps, kind }: Pick<MergeAtWork, 'state' | 'stage' | 'steps' | 'kind'>,
  t: TFunction<'preview'>,
): string {
  const at = state === 'processing' && steps !== null ? stepAt(steps, stage) : -1;
  const next = (at === -1 ? [] : (steps ?? []).slice(at + 1))
    .map((step) => step.stage)
    .filter(isNext)
    .map((step) => t(`progress.stages.${stepName(step, kind)}`));
  return next.length === 0 ? '' : t('progress.upNext', { steps: next.join('\u00a0· ') });
}
