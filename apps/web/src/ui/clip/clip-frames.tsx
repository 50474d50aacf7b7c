import { clockTime } from '@dipper/media';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import type { ClipRange } from './clip-range.js';

/** An edge that is being dragged is followed this often, milliseconds: each frame is a request. */
const SETTLE_MS = 150;

interface FrameProps {
  readonly src: string;
  readonly label: string;
  /** The edge, seconds. */
  readonly edge: number;
  /** Of the frame that is shown, seconds. */
  readonly at: number;
  /** Hears how long the video is, seconds. */
  readonly onDuration?: ((seconds: number) => void) | undefined;
}

/** One frame of a video. */
function Frame({ src, label, edge, at, onDuration }: FrameProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  useEffect(() => {
    const element = video.current;
    const watched = new AbortController();
    const show = () => {
      if (element !== null) {
        element.currentTime = at;
      }
    };
    // A part that was loaded late may be shown after its videos are: then React has heard nothing.
    if (element?.readyState === HTMLMediaElement.HAVE_NOTHING) {
      element.addEventListener('loadedmetadata', show, { signal: watched.signal });
      return () => watched.abort();
    }
    const timer = setTimeout(show, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [src, at]);
  useEffect(() => {
    const element = video.current;
    const watched = new AbortController();
    const tell = () => {
      if (element !== null && Number.isFinite(element.duration) && element.duration > 0) {
        onDuration?.(element.duration);
      }
    };
    tell();
    element?.addEventListener('durationchange', tell, { signal: watched.signal });
    return () => watched.abort();
  }, [src, onDuration]);
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
            onError={() => setFailedSrc(src)}
            className="size-full object-contain"
          />
        )}
      </div>
      <figcaption className="text-sm text-muted tabular-nums">
        {label} <bdi dir="ltr">{clockTime(edge)}</bdi>
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
  /** Hears how long the video is, where somebody asks. */
  readonly onDuration?: ((seconds: number) => void) | undefined;
}

/** What a clip shows first and last. */
export function ClipFrames({ src, range, frame, onDuration }: ClipFramesProps) {
  const { t } = useTranslation('wishes');
  return (
    <div role="group" aria-label={t('clip.frames')} className="grid grid-cols-2 gap-3">
      <Frame
        src={src}
        label={t('clip.start')}
        edge={range.start}
        at={range.start}
        onDuration={onDuration}
      />
      {/* What stands at the very end is no longer in it. */}
      <Frame
        src={src}
        label={t('clip.end')}
        edge={range.end}
        at={Math.max(range.start, range.end - frame)}
      />
    </div>
  );
}
