import { API } from '@dipper/contract';
import { useCallback, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { apiAddress } from '../../lib/api/api-address.js';
import { useSite } from '../../lib/site.js';
import { AlertBox } from '../../ui/alert-box.js';
import { DamageNotice } from './file/damage-notice.js';
import { DownloadButton } from './file/download-button.js';
import { checkGone } from './file/is-gone.js';
import { MergeEnded } from './ended/merge-ended.js';
import { MergeProgress } from './progress/merge-progress.js';
import { MergeStatus } from './progress/merge-status.js';
import { Pool } from './progress/pool.js';
import type { Merge } from './merge/merge.reducer.js';
import { OtherFormats } from './ended/other-formats.js';
import { MediaPlace } from './player/media-place.js';
import { MediaPlayer } from './player/media-player.js';
import { trackDownload } from './file/track-download.js';
import { ExpiredNotice, RetentionNotice } from './file/retention-notice.js';
import { useExpiry } from './file/use-expiry.js';
import type { RunningMerge } from './merge/use-merge.js';
import { useSecondsLeft } from './file/use-seconds-left.js';

interface MediaTexts {
  readonly title: string;
  readonly filename: string | null;
  readonly isAudio: boolean;
  readonly thumbnailUrl: string | null;
  readonly sourceUrl: string | null;
}

interface FinishedFileProps {
  readonly taskId: string;
  readonly merge: Merge;
  readonly media: MediaTexts;
}

/** A finished file: plays, saves, and counts down to its end. */
function FinishedFile({ taskId, merge, media }: FinishedFileProps) {
  const { t } = useTranslation('preview');
  const [foundExpired, setFoundExpired] = useState(false);
  const file = apiAddress(useSite().config.api, API.file(taskId));
  const noticeId = useId();
  const { damage } = merge;
  const expire = useCallback(() => setFoundExpired(true), []);
  const check = useCallback(() => void checkGone(file, expire), [file, expire]);
  const secondsLeft = useSecondsLeft(
    useExpiry({ taskId, seconds: merge.expiresInSeconds, onLost: check }),
  );
  if (foundExpired || secondsLeft === 0) {
    return (
      <>
        <MediaPlace isAudio={media.isAudio} pictureUrl={media.thumbnailUrl} />
        <ExpiredNotice sourceUrl={media.sourceUrl} />
      </>
    );
  }
  return (
    <>
      <MediaPlayer
        src={file}
        hls={false}
        isAudio={media.isAudio}
        title={media.title}
        posterUrl={media.thumbnailUrl}
        sourceUrl={media.sourceUrl}
        waiting={t('messages.merge.complete')}
        instead="download"
        damaged={damage !== null}
        onProblem={check}
      />
      {damage !== null && <DamageNotice id={noticeId} damage={damage} isAudio={media.isAudio} />}
      <div className="flex min-h-below-player flex-col gap-5">
        <div className="actions">
          <DownloadButton
            href={`${file}?download=1`}
            filename={media.filename}
            onGone={expire}
            onSaved={() => trackDownload(media.sourceUrl, media.isAudio ? 'audio' : 'merge')}
            {...(damage !== null && { describedBy: noticeId })}
          />
          <OtherFormats sourceUrl={media.sourceUrl} />
        </div>
        <RetentionNotice secondsLeft={secondsLeft} />
      </div>
    </>
  );
}

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
    <MediaPlace isAudio={media.isAudio} pictureUrl={media.thumbnailUrl} />
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
