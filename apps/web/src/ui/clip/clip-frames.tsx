import { clockTime } from '@dipper/media';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import type { ClipRange } from './clip-range.js';

/** An edge that is being dragged is followed this often, milliseconds: each frame is a request. */
const SETTLE_MS = 150;

interface FrameProps {
  readonly src: string;
  readonly label: string;
  /** Seconds. */
  readonly at: number;
}

/** One frame of a video. */
function Frame({ src, label, at }: FrameProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (video.current !== null && isReady) {
        video.current.currentTime = at;
      }
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [at, isReady]);
  return (
    <figure className="grid min-w-0 gap-1">
      <div className="aspect-video overflow-hidden rounded-xl bg-sunk">
        {failedSrc !== src && (
          <video
            ref={video}
            src={src}
            muted
            playsInline
            preload="metadata"
            tabIndex={-1}
            aria-hidden
            onLoadedMetadata={() => setReady(true)}
            onError={() => setFailedSrc(src)}
            className="size-full object-contain"
          />
        )}
      </div>
      <figcaption className="text-sm text-muted tabular-nums">
        {label} <bdi dir="ltr">{clockTime(at)}</bdi>
      </figcaption>
    </figure>
  );
}

interface ClipFramesProps {
  /** A video that this page may read. */
  readonly src: string;
  readonly range: ClipRange;
  /** Of one frame, seconds. */
  readonly frame: number;
}

/** What a clip shows first and last. */
export function ClipFrames({ src, range, frame }: ClipFramesProps) {
  const { t } = useTranslation('wishes');
  return (
    <div role="group" aria-label={t('clip.frames')} className="grid grid-cols-2 gap-3">
      <Frame src={src} label={t('clip.start')} at={range.start} />
      {/* What stands at the very end is no longer in it. */}
      <Frame src={src} label={t('clip.end')} at={Math.max(range.start, range.end - frame)} />
    </div>
  );
}
