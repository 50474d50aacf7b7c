import type { MergeStage } from '@dipper/contract';
import { useTranslation } from '../../../i18n/use-translation.js';

const STEPS = ['video', 'audio', 'merging', 'checking'] as const satisfies readonly MergeStage[];

interface MergeStepsProps {
  readonly stage: MergeStage | null;
}

/** The steps of a merge with the current one marked; before the first one none is. */
export function MergeSteps({ stage }: MergeStepsProps) {
  const { t } = useTranslation('preview');
  const current = STEPS.findIndex((step) => step === stage);
  return (
    <ol
      aria-label={t('progress.stages.label')}
      className="grid grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] gap-2 text-sm"
    >
      {STEPS.map((step, at) => (
        <li
          key={step}
          aria-current={at === current ? 'step' : undefined}
          className={`min-w-0 border-t-2 pt-2 forced-color-adjust-none forced-colors:text-[CanvasText] ${
            at === current
              ? 'border-accent font-bold text-text forced-colors:border-[Highlight]'
              : at < current
                ? 'border-primary font-medium text-muted forced-colors:border-[CanvasText]'
                : 'border-line font-medium text-muted forced-colors:border-[GrayText]'
          }`}
        >
          {t(`progress.stages.${step}`)}
        </li>
      ))}
    </ol>
  );
}
