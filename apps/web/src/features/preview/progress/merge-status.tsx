import { useTranslation } from '../../../i18n/use-translation.js';
import type { Merge } from '../merge/merge.reducer.js';
import { useProgressWords } from './progress-words.js';
import { useAnnouncement } from './use-announcement.js';

interface MergeStatusProps {
  readonly merge: Merge;
}

/**
 * Tells screen readers how a merge goes, and that it is complete. It outlives the progress, as a live
 * region that comes with its text is not read out; and stands outside of it, as nothing is read out
 * of what is busy. What ends without a file tells that itself.
 */
export function MergeStatus({ merge }: MergeStatusProps) {
  const { t } = useTranslation('preview');
  const { text, place } = useProgressWords(merge);
  const progress = useAnnouncement(
    merge.progress,
    `${text} ${place}`.trimEnd(),
    merge.queuePosition,
  );
  const said = {
    starting: progress,
    running: progress,
    complete: t('messages.merge.complete'),
    failed: '',
    cancelled: '',
  };
  return (
    <p className="sr-only" role="status">
      {said[merge.phase]}
    </p>
  );
}
