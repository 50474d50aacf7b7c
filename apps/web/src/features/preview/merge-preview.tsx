import { useTranslation } from '../../i18n/use-translation.js';
import { AlertBox } from '../../ui/alert-box.js';
import { BundlePart } from './bundle/bundle-part.js';
import { DamageNotice } from './file/damage-notice.js';
import { FinishedFile, type MediaTexts } from './file/finished-file.js';
import { shownAs } from './file/shown-as.js';
import { MergeEnded } from './ended/merge-ended.js';
import { MergeProgress } from './progress/merge-progress.js';
import { MergeStatus } from './progress/merge-status.js';
import { Surfacing, useJustMade } from './progress/surfacing.js';
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
  const { merge, offline, cancelling, problem, cancel, retry, takeAnyway } = running;
  switch (merge.phase) {
    case 'starting':
    case 'running':
      return (
        <>
          <MergeProgress
            merge={merge}
            media={media}
            offline={offline}
            cancelling={cancelling}
            onCancel={cancel}
            notice={
              // The finished file has it in the same place: nothing moves on completion.
              merge.damage !== null && (
                <DamageNotice damage={merge.damage} isAudio={media.isAudio} />
              )
            }
          />
          {/* Outside of what is busy, of which nothing is read out until it is done. */}
          {problem !== null && <AlertBox>{t(`progress.notCancelled.${problem}`)}</AlertBox>}
          <BundlePart merge={merge} taskId={taskId} filename={media.filename} />
        </>
      );
    case 'complete':
      return <FinishedFile taskId={taskId} merge={merge} media={media} />;
    case 'failed':
    case 'cancelled':
      return (
        <>
          <MergeEnded
            merge={merge}
            isAudio={media.isAudio}
            sourceUrl={media.sourceUrl}
            onRetry={retry}
            onTakeAnyway={takeAnyway}
          />
          {merge.phase === 'failed' && (
            <BundlePart merge={merge} taskId={taskId} filename={media.filename} />
          )}
        </>
      );
  }
}

/** Merge mode: one place for the water and then for what plays, and below it what can be done. */
export function MergePreview(props: MergePreviewProps) {
  const { running, media } = props;
  const { phase } = running.merge;
  const isJustMade = useJustMade(running.merge);
  const plays = shownAs(media.filename) !== 'bundle';
  return (
    <>
      <MergeStatus merge={running.merge} isAudio={media.isAudio} offline={running.offline} />
      {isJustMade && plays && <Surfacing media={media} />}
      {(phase === 'failed' || phase === 'cancelled') && plays && (
        <MediaPlace
          isAudio={media.isAudio}
          pictureUrl={media.thumbnailUrl}
          sourceUrl={media.sourceUrl}
        />
      )}
      <MergePhase {...props} />
    </>
  );
}
