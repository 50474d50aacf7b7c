import { LIMITS, previewPath, startMergePath } from '@dipper/contract';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { DownloadButton } from './download-button.js';
import { OtherFormats } from './other-formats.js';
import { MediaPlayer } from './player/media-player.js';
import type { PreviewMode } from './preview-mode.js';

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

/** To the task that makes one file of a stream, with everything this address knows. */
function PrepareLink({ taskId }: { readonly taskId: string }) {
  const { t } = useTranslation('preview');
  const [query] = useSearchParams();
  const rest = Object.fromEntries([...query].filter(([key]) => key !== 'task_id'));
  return (
    <Link
      to={previewPath({ ...rest, url: startMergePath(taskId) })}
      className="button button-primary min-h-12 px-6 text-lg max-sm:w-full"
    >
      <Download aria-hidden size={20} />
      {t('actions.prepare')}
    </Link>
  );
}

/** Direct mode: what plays as it is. */
export function DirectPreview(props: DirectPreviewProps) {
  const { mode, title, filename, isAudio, thumbnailUrl, sourceUrl } = props;
  const src = useDelayedSrc(mode.src);
  return (
    <>
      <MediaPlayer
        src={src}
        hls={mode.hls}
        isAudio={isAudio}
        title={title}
        posterUrl={thumbnailUrl}
        sourceUrl={sourceUrl}
      />
      <div className="flex flex-wrap gap-3">
        {mode.download !== null && <DownloadButton href={mode.download} filename={filename} />}
        {mode.download === null && mode.taskId !== null && <PrepareLink taskId={mode.taskId} />}
        <OtherFormats sourceUrl={sourceUrl} />
      </div>
    </>
  );
}
