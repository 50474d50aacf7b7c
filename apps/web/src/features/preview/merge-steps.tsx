import type { MergeStage } from '@dipper/contract';
import { useTranslation } from 'react-i18next';

const STEPS = ['video', 'audio', 'merging', 'checking'] as const satisfies readonly MergeStage[];

interface MergeStepsProps {
  readonly stage: MergeStage | null;
}

/** The steps of a merge with the current one marked; before the first one none is. */
export function MergeSteps({ stage }: MergeStepsProps) {
  const { t } = useTranslation('preview');
  const current = STEPS.findIndex((step) => step === stage);
  return (
    <ol aria-label={t('progress.stages.label')} className="grid grid-cols-4 gap-2 text-sm">
      {STEPS.map((step, at) => (
        <li
          key={step}
          aria-current={at === current ? 'step' : undefined}
          className={`min-w-0 border-t-2 pt-2 font-semibold ${
            at === current
              ? 'border-accent text-text'
              : at < current
                ? 'border-primary text-muted'
                : 'border-line text-muted'
          }`}
        >
          {t(`progress.stages.${step}`)}
        </li>
      ))}
    </ol>
  );
}
