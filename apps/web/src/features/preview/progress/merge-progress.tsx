import { displayDuration } from '@dipper/media';
import { X } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useUnits } from '../../../i18n/use-units.js';
import type { Merge } from '../merge/merge.reducer.js';
import { MergeSteps } from './merge-steps.js';
import { ProgressBar } from './progress-bar.js';
import { useProgressWords } from './progress-words.js';
import { Button } from '../../../ui/button.js';

interface MergeProgressProps {
  readonly merge: Merge;
  readonly cancelling: boolean;
  readonly onCancel: () => void;
}

/** What is known of how it goes on: the queue, the speed, the time left. */
function useFacts(merge: Merge, place: string): readonly string[] {
  const { t } = useTranslation('preview');
  const { previewSize } = useUnits();
  return [
    place,
    merge.speed === null ? '' : t('progress.speed', { size: previewSize(merge.speed) }),
    merge.etaSeconds === null
      ? ''
      : t('progress.eta', { duration: displayDuration(merge.etaSeconds) }),
  ].filter(Boolean);
}

/** What a merge does now, how far it is, and a way out. */
export function MergeProgress({ merge, cancelling, onCancel }: MergeProgressProps) {
  const { t } = useTranslation('preview');
  const { t: common } = useTranslation();
  const { percent, message, text, place } = useProgressWords(merge);
  const facts = useFacts(merge, place);
  return (
    <section
      aria-label={t('progress.label')}
      aria-busy="true"
      className="card grid min-h-below-player grid-cols-1 content-between gap-5 p-5 sm:p-8 noscript:hidden"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 flex-[1_1_9rem] text-lg font-semibold">{message}</p>
        <p className="shrink-0 text-title font-bold whitespace-nowrap tabular-nums">
          {percent !== null && t('progress.percent', { percent })}
        </p>
      </div>
      <ProgressBar
        label={t('progress.label')}
        value={percent === null ? null : merge.progress}
        text={text}
      />
      <MergeSteps stage={merge.stage} />
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <p className="flex min-w-0 flex-[1_1_9rem] flex-wrap gap-x-5 leading-snug text-muted tabular-nums">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <Button variant="quiet" className="ms-auto" busy={cancelling} onClick={onCancel}>
          <X aria-hidden size={18} />
          {cancelling ? t('progress.cancelling') : common('cancel')}
        </Button>
      </div>
    </section>
  );
}
