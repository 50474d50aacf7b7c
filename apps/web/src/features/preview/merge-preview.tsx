import { API } from '@dipper/contract';
import type { TransitionStartFunction } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { searchLink } from '../../entities/media/handover/search-link.js';
import { entryState } from '../../site/entry-state.js';
import { cancelMerge } from '../../entities/task/follow/cancel-merge.js';
import { forgetTasks } from '../../entities/task/kept/kept-tasks.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { apiAddress } from '../../lib/api/api-address.js';
import { useSite } from '../../site/site.js';
import { AlertBox } from '../../ui/alert-box.js';
import { useClipText } from './clip/times-link.js';
import { BundlePart } from './bundle/bundle-part.js';
import { DamageNotice } from './file/damage/damage-notice.js';
import { useMedia } from './address/shown-media.js';
import { FinishedFile } from './file/finished-file.js';
import { usePhaseSince } from './file/retention/use-phase-since.js';
import { MergeEnded } from './ended/merge-ended.js';
import { GoOnProvider } from './play-while-made/go-on.js';
import { useKeptInFullScreen } from './play-while-made/use-kept-in-full-screen.js';
import { isOn, type Meanwhile, useMeanwhile } from './play-while-made/use-meanwhile.js';
import { MergeProgress } from './progress/merge-progress.js';
import { MeanwhileStatus, MergeStatus } from './progress/merge-status.js';
import { useJustMade } from './progress/surfacing.js';
import type { RunningMerge } from '../../entities/task/follow/use-merge.js';

interface MergePreviewProps {
  readonly taskId: string;
  readonly running: RunningMerge;
  /** Starts a navigation that keeps this merge on display until it is done. */
  readonly leave: TransitionStartFunction;
}

/** Shows the current phase of a merge: progress, file, or failure. */
function MergePhase({
  taskId,
  running,
  leave,
  meanwhile,
  sinceMs,
}: MergePreviewProps & {
  readonly meanwhile: Meanwhile;
  /** When the merge entered its current phase, in `steadyMs`. */
  readonly sinceMs: number;
}) {
  // The animation would cover a video that is still playing.
  const isJustMade = useJustMade(running.merge) && !isOn(meanwhile);
  const { t } = useTranslation('preview');
  const { merge, offline, cancelling, cancel, retry, takeAnyway } = running;
  const byItself = entryState(useLocation()).saveWhenReady === true;
  const navigate = useNavigate();
  const clip = useClipText();
  const { sourceUrl } = useMedia();
  const takeOthers = () => {
    // Not awaited: if the cancel fails, the task finishes and its file expires.
    void cancelMerge(taskId);
    forgetTasks([taskId]);
    const { to, state } = searchLink(clip ?? sourceUrl);
    leave(() => navigate(to, { state }));
  };
  switch (merge.phase) {
    case 'starting':
    case 'running':
      return (
        <>
          <MergeProgress
            merge={merge}
            offline={offline}
            cancelling={cancelling === 'asked'}
            onCancel={cancel}
            onOthers={byItself ? takeOthers : null}
            meanwhile={meanwhile}
            problem={
              cancelling !== 'idle' &&
              cancelling !== 'asked' && (
                <AlertBox>{t(`progress.notCancelled.${cancelling}`)}</AlertBox>
              )
            }
            notice={
              // The finished file shows this notice in the same place, so nothing shifts.
              merge.damage !== null && <DamageNotice damage={merge.damage} />
            }
          />
          <BundlePart merge={merge} taskId={taskId} />
        </>
      );
    case 'complete':
      return (
        <FinishedFile
          taskId={taskId}
          merge={merge}
          completedAtMs={sinceMs}
          isJustMade={isJustMade}
        />
      );
    case 'failed':
    case 'cancelled':
      return (
        <>
          <MergeEnded merge={merge} onRetry={retry} onTakeAnyway={takeAnyway} />
          {merge.phase === 'failed' && <BundlePart merge={merge} taskId={taskId} />}
        </>
      );
  }
}

/**
 * Merge mode: shows the progress animation and then replaces it with the player. The actions are
 * below.
 */
export function MergePreview(props: MergePreviewProps) {
  const { running } = props;
  const { phase } = running.merge;
  const hasEnded = phase === 'failed' || phase === 'cancelled';
  const meanwhile = useMeanwhile(props.taskId, hasEnded);
  const merge = useKeptInFullScreen(running.merge);
  const sinceMs = usePhaseSince(running.merge);
  const file = apiAddress(useSite().config.api, API.file(props.taskId));
  // A player that stays in full screen switches to the finished file. One that plays a stream keeps
  // the stream, because hls.js controls what it plays.
  const isUpgraded = merge !== running.merge && meanwhile.media?.hls === false;
  return (
    <GoOnProvider value={meanwhile.place}>
      <MergeStatus merge={running.merge} offline={running.offline} />
      <MeanwhileStatus meanwhile={meanwhile} />
      <MergePhase
        {...props}
        running={{ ...running, merge }}
        sinceMs={sinceMs}
        meanwhile={
          isUpgraded ? { ...meanwhile, media: { ...meanwhile.media, src: file } } : meanwhile
        }
      />
    </GoOnProvider>
  );
}
