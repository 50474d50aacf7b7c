import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AlertBox } from '../../components/alert-box.js';
import { mergeFailureText } from './merge-failure-text.js';
import type { Merge } from './merge.reducer.js';
import { OtherFormats } from './other-formats.js';

interface MergeEndedProps {
  readonly merge: Merge;
  readonly sourceUrl: string | null;
  readonly onRetry: () => void;
}

/** A merge without a file: what happened, another try, another format. */
export function MergeEnded({ merge, sourceUrl, onRetry }: MergeEndedProps) {
  const { t } = useTranslation(['preview', 'messages', 'status']);
  return (
    <section className="card grid gap-5 p-5 sm:p-8">
      {merge.failure === null ? (
        <div role="status" className="grid gap-1">
          <h2 className="text-title">{t('progress.cancelledHeading')}</h2>
          <p className="text-muted">{t('status:cancelled')}</p>
        </div>
      ) : (
        <AlertBox>
          <h2 className="text-lg">{t('messages:merge.processingFailed')}</h2>
          <p className="font-normal text-text">{mergeFailureText(merge.failure, t)}</p>
        </AlertBox>
      )}
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button button-primary" onClick={onRetry}>
          <RotateCcw aria-hidden size={18} />
          {t('progress.retry')}
        </button>
        <OtherFormats sourceUrl={sourceUrl} />
      </div>
    </section>
  );
}
