import { useTranslation } from '../../i18n/use-translation.js';
import { AlertBox } from '../../ui/alert-box.js';
import { DamageNotice } from './file/damage-notice.js';
import { FinishedFile, type MediaTexts } from './file/finished-file.js';
import { MergeEnded } from './ended/merge-ended.js';
import { MergeProgress } from './progress/merge-progress.js';
import { MergeStatus } from './progress/merge-status.js';
import { Pool } from './progress/pool.js';
import { MediaPlace } from './player/media-place.js';
import type { RunningMerge } from './merge/use-merge.js';

interface MergePreviewProps {
  readonly taskId: string;
  readonly running: RunningMerge;
  readonly media: MediaTexts;
}

/** What a merge is at: its progress, the file, or what went wrong. */
function MergePhase({ taskId, running, media }: MergePreviewProps) {
  const { t } = useTranslation('preview');
  const { merge, cancelling, problem, cancel, retry, takeAnyway } = running;
  switch (merge.phase) {
    case 'starting':
    case 'running':
      return (
        <>
          {/* The finished file has it in the same place: nothing moves on completion. */}
          {merge.damage !== null && <DamageNotice damage={merge.damage} isAudio={media.isAudio} />}
          <MergeProgress merge={merge} cancelling={cancelling} onCancel={cancel} />
          {/* Outside of what is busy, of which nothing is read out until it is done. */}
          {problem !== null && <AlertBox>{t(`progress.notCancelled.${problem}`)}</AlertBox>}
        </>
      );
    case 'complete':
      return <FinishedFile taskId={taskId} merge={merge} media={media} />;
    case 'failed':
    case 'cancelled':
      return (
        <MergeEnded
          merge={merge}
          isAudio={media.isAudio}
          sourceUrl={media.sourceUrl}
          onRetry={retry}
          onTakeAnyway={takeAnyway}
        />
      );
  }
}

/** What keeps the place of the player: water that rises while a video is made, else its picture. */
function BeforeFile({ running, media }: MergePreviewProps) {
  const { phase, progress } = running.merge;
  if (phase === 'complete') {
    return null;
  }
  const isMade = phase === 'starting' || phase === 'running';
  return isMade && !media.isAudio ? (
    <Pool value={progress} />
  ) : (
    <MediaPlace
      isAudio={media.isAudio}
      pictureUrl={media.thumbnailUrl}
      sourceUrl={media.sourceUrl}
    />
  );
}

/** Merge mode: one place for what plays, and below it how far that is. */
export function MergePreview(props: MergePreviewProps) {
  const { running, media } = props;
  return (
    <>
      <MergeStatus merge={running.merge} isAudio={media.isAudio} />
      <BeforeFile {...props} />
      <MergePhase {...props} />
    </>
  );
}
