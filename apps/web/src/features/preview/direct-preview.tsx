import { LIMITS, previewPath, startMergePath } from '@dipper/contract';
import { Download } from 'lucide-react';
import { extensionOf } from '@dipper/media';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useLocation } from 'react-router-dom';
import { keepSaved } from '../../entities/task/kept/kept-tasks.js';
import { SavedChoice } from './file/saving/saved-choice.js';
import { useMedia } from './address/shown-media.js';
import { DownloadButton } from './file/saving/download-button.js';
import { trackDownload, useNoteDownload } from './file/saving/use-note-download.js';
import { checkGone } from './file/is-gone.js';
import { FetchAgain } from './ended/fetch-again.js';
import { timesFetched } from './ended/fetched-paths.js';
import { GoneFacts } from './ended/gone-facts.js';
import { OtherFormats } from './ended/other-formats.js';
import { MediaPlayer } from './player/media-player.js';
import { type Fallback, PlayerProblem } from './player/player-problem.js';
import { MoreFiles } from './other-files/more-files.js';
import { useKnownSource, useMaking } from './other-files/use-making.js';
import type { PreviewMode } from './address/preview-mode.js';
import { ButtonLink } from '../../ui/buttons/button.js';

interface DirectPreviewProps {
  readonly mode: Extract<PreviewMode, { kind: 'direct' }>;
  /** Null if the size is unknown. */
  readonly sizeBytes: number | null;
}

/** Returns the URL to play after a delay of 100 ms (specification §4). */
function useDelayedSrc(src: string): string | null {
  const [ready, setReady] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setReady(src), LIMITS.previewDelayMs);
    return () => clearTimeout(timer);
  }, [src]);
  return ready === src ? src : null;
}

/** Decides what to offer if the media does not play; `again` renews an expired link. */
function fallbackFor(
  download: string | null,
  taskId: string | null,
  sourceUrl: string | null,
): Fallback {
  if (download !== null) {
    return 'download';
  }
  if (taskId !== null) {
    return 'prepare';
  }
  return sourceUrl === null ? null : 'again';
}

/**
 * Returns the path of the preview that prepares a checked file of this page's media.
 * @param search the query of this page, whose other parameters are kept
 */
function preparePath(search: string, taskId: string): string {
  const query = new URLSearchParams(search);
  const rest = Object.fromEntries([...query].filter(([key]) => key !== 'task_id'));
  return previewPath({ ...rest, url: startMergePath(taskId) });
}

/** Links to the task that turns a stream into one file. */
function PrepareLink({ taskId }: { readonly taskId: string }) {
  const { t } = useTranslation('preview');
  const { search } = useLocation();
  return (
    <ButtonLink to={preparePath(search, taskId)} variant="primary" size="large">
      <Download aria-hidden size={20} />
      {t('actions.prepare')}
    </ButtonLink>
  );
}

interface WaysBackProps {
  /** True if a task can also prepare the media. That button then comes first. */
  readonly prepares: boolean;
}

/** Actions for expired media: download again, or choose another format. */
function WaysBack({ prepares }: WaysBackProps) {
  const { sourceUrl } = useMedia();
  const isInVain = timesFetched(useLocation().search) > 0;
  return (
    <>
      {sourceUrl !== null && <FetchAgain quiet={prepares || isInVain} retries />}
      <OtherFormats primary={isInVain && !prepares} />
    </>
  );
}

/** `doubtful` if another site's stream does not play: we can't check whether it has expired. */
type Phase = 'offered' | 'saved' | 'doubtful' | 'expired';

/** Direct mode, which plays the media's own URL until that URL expires. */
export function DirectPreview({ mode, sizeBytes }: DirectPreviewProps) {
  const { title, filename, isAudio, resolution, sourceUrl } = useMedia();
  const src = useDelayedSrc(mode.src);
  const [chaptersIn, setChaptersIn] = useState<HTMLElement | null>(null);
  const [clipIn, setClipIn] = useState<HTMLElement | null>(null);
  const source = useKnownSource(mode.taskId, mode.url);
  const making = useMaking(source?.offerId ?? null);
  const [phase, setPhase] = useState<Phase>('offered');
  const end = useCallback(() => setPhase('expired'), []);
  const isExpired = phase === 'expired';
  const isGood = phase === 'offered' || phase === 'saved';
  const download = isExpired ? null : mode.download;
  const fallback = fallbackFor(download, mode.taskId, sourceUrl);
  const note = useNoteDownload(null, sizeBytes);
  const { search } = useLocation();
  const keep = () =>
    keepSaved({
      path: `/preview${search}`,
      title,
      resolution,
      ext: extensionOf(filename ?? ''),
      is_audio: isAudio,
    });
  const { download: checked } = mode;
  const onProblem = useCallback(() => {
    if (checked === null) {
      setPhase('doubtful');
    } else {
      void checkGone(checked, end);
    }
  }, [checked, end]);
  return (
    <>
      {isExpired && (
        <>
          <PlayerProblem error="proxy_expired" fallback={fallback} />
          <GoneFacts />
        </>
      )}
      {/* Shown below the player but first in the tab order, because a player has many controls. */}
      <div className="order-1 grid grid-cols-1 gap-2">
        <div className="actions empty:hidden">
          {download !== null && (
            <DownloadButton
              href={download}
              filename={filename}
              sizeBytes={sizeBytes}
              onGone={end}
              onSaved={() => {
                trackDownload(sourceUrl, isAudio ? 'audio' : 'direct');
                note();
                keep();
                setPhase('saved');
              }}
              noticeId={null}
            />
          )}
          {fallback === 'prepare' && mode.taskId !== null && <PrepareLink taskId={mode.taskId} />}
          {!isGood && <WaysBack prepares={fallback === 'prepare'} />}
          {isGood && making === null && <OtherFormats />}
        </div>
        {download !== null && <SavedChoice wasSaved={phase === 'saved'} />}
      </div>
      {!isExpired && (
        <MediaPlayer
          src={src}
          withoutScript={mode.src}
          hls={mode.hls}
          fallback={fallback}
          chaptersIn={chaptersIn}
          clip={making && { making, src: mode.hls ? null : mode.src, rowsIn: clipIn }}
          onProblem={onProblem}
        />
      )}
      <div className="order-2 grid grid-cols-1 gap-5">
        {isGood && making !== null && (
          <MoreFiles
            checkedPath={
              source === null || download === null ? null : preparePath(search, source.offerId)
            }
            making={making}
            offersSound={!isAudio && source?.hasAudio !== false}
            clipIn={setClipIn}
          />
        )}
        <div ref={setChaptersIn} className="contents" />
      </div>
    </>
  );
}
