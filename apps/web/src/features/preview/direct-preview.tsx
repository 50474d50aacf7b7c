import { LIMITS, previewPath, startMergePath } from '@dipper/contract';
import { Download } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSearchParams } from 'react-router-dom';
import { DownloadButton } from './file/download-button.js';
import { trackDownload } from './file/track-download.js';
import { checkGone } from './file/is-gone.js';
import { OtherFormats } from './ended/other-formats.js';
import { MediaPlayer } from './player/media-player.js';
import { type Instead, PlayerProblem } from './player/player-problem.js';
import type { PreviewMode } from './preview-mode.js';
import { useShownQuery } from './shown-query.js';
import { ButtonLink } from '../../ui/button.js';

const OVER = { type: 'proxy_expired', retryable: true } as const;

interface DirectPreviewProps {
  readonly mode: Extract<PreviewMode, { kind: 'direct' }>;
  readonly title: string;
  readonly filename: string | null;
  readonly isAudio: boolean;
  readonly thumbnailUrl: string | null;
  readonly sourceUrl: string | null;
}

/** The address to play, 100 ms after it is known (specification §4). */
function useDelayedSrc(src: string): string | null {
  const [ready, setReady] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setReady(src), LIMITS.previewDelayMs);
    return () => clearTimeout(timer);
  }, [src]);
  return ready === src ? src : null;
}

function insteadOfPlaying(download: string | null, taskId: string | null): Instead {
  if (download !== null) {
    return 'download';
  }
  return taskId === null ? null : 'prepare';
}

/** To the task that makes one file of a stream, with everything this address knows. */
function PrepareLink({ taskId }: { readonly taskId: string }) {
  const { t } = useTranslation('preview');
  const [query] = useSearchParams();
  const rest = Object.fromEntries([...query].filter(([key]) => key !== 'task_id'));
  return (
    <ButtonLink
      to={previewPath({ ...rest, url: startMergePath(taskId) })}
      variant="primary"
      size="large"
    >
      <Download aria-hidden size={20} />
      {t('actions.prepare')}
    </ButtonLink>
  );
}

/** Direct mode: what plays as it is, until its address has had its time. */
export function DirectPreview(props: DirectPreviewProps) {
  const { mode, title, filename, isAudio, thumbnailUrl, sourceUrl } = props;
  const query = useShownQuery();
  const src = useDelayedSrc(mode.src);
  const [over, setOver] = useState(false);
  const end = useCallback(() => setOver(true), []);
  const download = over ? null : mode.download;
  const instead = insteadOfPlaying(download, mode.taskId);
  const { download: checked } = mode;
  const onProblem = useCallback(() => {
    if (checked !== null) {
      void checkGone(checked, end);
    }
  }, [checked, end]);
  return (
    <>
      {over ? (
        <PlayerProblem error={OVER} isAudio={isAudio} sourceUrl={sourceUrl} instead={instead} />
      ) : (
        <MediaPlayer
          src={src}
          withoutScript={mode.src}
          hls={mode.hls}
          isAudio={isAudio}
          title={title}
          posterUrl={thumbnailUrl}
          sourceUrl={sourceUrl}
          instead={instead}
          onProblem={onProblem}
        />
      )}
      <div className="actions">
        {download !== null && (
          <DownloadButton
            href={download}
            filename={filename}
            sizeBytes={query.filesize ?? null}
            onGone={end}
            onSaved={() => trackDownload(sourceUrl, isAudio ? 'audio' : 'direct')}
          />
        )}
        {instead === 'prepare' && mode.taskId !== null && <PrepareLink taskId={mode.taskId} />}
        <OtherFormats sourceUrl={sourceUrl} />
      </div>
    </>
  );
}
