import { isFinal, type MergeStage, type MergeStep } from '@dipper/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import type { Merge } from '../merge/merge.reducer.js';

type StepState = 'done' | 'now' | 'later';

const LINES: Readonly<Record<StepState, string>> = {
  done: 'border-primary forced-colors:border-[CanvasText]',
  now: 'border-accent forced-colors:border-[Highlight]',
  later: 'border-line forced-colors:border-[GrayText]',
};

interface StepProps extends MergeStep {
  readonly state: StepState;
}

/** As long as its share of the work; that is set by script, which the content policy allows. */
function Step({ stage, share, state }: StepProps) {
  const { t } = useTranslation('preview');
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    line.current?.style.setProperty('flex-grow', String(share));
  }, [share]);
  return (
    <li
      ref={line}
      aria-current={state === 'now' ? 'step' : undefined}
      className={`min-w-1.5 basis-0 rounded-full border-t-4 forced-color-adjust-none ${LINES[state]}`}
    >
      {stage !== 'queued' && <span className="sr-only">{t(`progress.stages.${stage}`)}</span>}
    </li>
  );
}

/** Where a stage stands among the steps of a task; -1 before the first one. */
export function stepAt(steps: readonly MergeStep[], stage: MergeStage | null): number {
  return steps.findIndex((step) => step.stage === stage);
}

/** The steps of a task, each as long as its share of the work; one plain line before they are known. */
export function MergeSteps({ steps, stage, state }: Pick<Merge, 'steps' | 'stage' | 'state'>) {
  const { t } = useTranslation('preview');
  if (steps === null) {
    return <div className="rounded-full border-t-4 border-line" />;
  }
  const at = state !== null && isFinal(state) ? steps.length : stepAt(steps, stage);
  return (
    <ol aria-label={t('progress.stages.label')} className="flex gap-1">
      {steps.map((step, index) => (
        <Step
          key={step.stage}
          {...step}
          state={index < at ? 'done' : index === at ? 'now' : 'later'}
        />
      ))}
    </ol>
  );
}
