import type { MergeStage, MergeStep } from '@dipper/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import type { MergeAtWork } from '../../../entities/task/follow/merge.reducer.js';

type StepState = 'done' | 'now' | 'later';

const LINES: Readonly<Record<StepState, string>> = {
  done: 'bg-primary forced-colors:bg-[CanvasText]',
  now: 'bg-line forced-colors:bg-[GrayText]',
  later: 'bg-line forced-colors:bg-[GrayText]',
};

/** Labels for work other than combining, by kind of recipe. */
const WORK = { convert: 'converting', clip: 'cutting', subtitle: 'converting' } as const;

type Work = (typeof WORK)[keyof typeof WORK];

/** Returns a step's label, which depends on the kind of recipe for work on the streams. */
export function stepName<S extends MergeStage>(stage: S, kind: string | null): S | Work {
  return stage === 'merging' && kind !== null && Object.hasOwn(WORK, kind)
    ? WORK[kind as keyof typeof WORK]
    : stage;
}

interface StepProps extends MergeStep, Pick<MergeAtWork, 'kind'> {
  readonly state: StepState;
  /** Progress of this step, 0-1. Drawn only for the current step. */
  readonly done: number;
}

const FILL =
  'absolute inset-y-0 start-0 w-[calc(var(--done,0)*100%)] min-w-1.5 rounded-full bg-accent forced-colors:bg-[Highlight]';

/**
 * A step, as wide as its share of the work. A script sets the width, because the content security
 * policy blocks inline styles in HTML.
 */
function Step({ stage, share, kind, state, done }: StepProps) {
  const { t } = useTranslation('preview');
  const name = stage === 'queued' ? '' : t(`progress.stages.${stepName(stage, kind)}`);
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    line.current?.style.setProperty('flex-grow', String(share));
    line.current?.style.setProperty('--done', String(done));
  }, [share, done]);
  return (
    <li
      ref={line}
      aria-current={state === 'now' ? 'step' : undefined}
      className={`relative h-1 min-w-1.5 basis-0 rounded-full forced-color-adjust-none ${LINES[state]}`}
    >
      {state === 'now' && <span className={FILL} />}
      {stage !== 'queued' && (
        <span className="sr-only">
          {state === 'done' ? t('progress.stageDone', { stage: name }) : name}
        </span>
      )}
    </li>
  );
}

/** The whole task as a single line. */
function OneLine({ done }: { readonly done: number }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => line.current?.style.setProperty('--done', String(done)), [done]);
  return (
    <div ref={line} className={`relative h-1 rounded-full forced-color-adjust-none ${LINES.later}`}>
      {done > 0 && <span className={FILL} />}
    </div>
  );
}

/**
 * Returns a step's progress (0-1) when the whole task is at `progress` (0-100), so that the steps
 * match the water.
 */
export function stepDone(steps: readonly MergeStep[], index: number, progress: number): number {
  const before = steps.slice(0, index).reduce((sum, { share }) => sum + share, 0);
  const share = steps[index]?.share ?? 0;
  return share <= 0 ? 0 : Math.min(1, Math.max(0, (progress / 100 - before) / share));
}

/** Returns the index of a stage among a task's steps; -1 before the first one. */
export function stepAt(steps: readonly MergeStep[], stage: MergeStage | null): number {
  return steps.findIndex((step) => step.stage === stage);
}

/**
 * A task's steps, each as wide as its share of the work. A single line until they are known, as for
 * a zip of pages that have yet to be read.
 */
export function MergeSteps(merge: Pick<MergeAtWork, 'steps' | 'stage' | 'kind' | 'progress'>) {
  const { steps, stage, kind, progress } = merge;
  const { t } = useTranslation('preview');
  if (steps === null) {
    return <OneLine done={stage === 'queued' ? 0 : progress / 100} />;
  }
  const at = stepAt(steps, stage);
  return (
    <ol aria-label={t('progress.stages.label')} className="flex gap-1">
      {steps.map((step, index) => (
        <Step
          key={step.stage}
          {...step}
          kind={kind}
          done={stepDone(steps, index, progress)}
          state={index < at ? 'done' : index === at ? 'now' : 'later'}
        />
      ))}
    </ol>
  );
}
