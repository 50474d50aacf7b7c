import { clockTime } from '@dipper/media';
import { useEffect, useRef, useState } from 'react';
import { listen } from '../../../lib/browser/listen.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import type { ClipRange } from './clip-range.js';

/** In milliseconds. Each frame is a request, so wait until a dragged edge comes to rest. */
const SETTLE_MS = 150;

interface FrameProps {
  readonly src: string;
  readonly label: string;
  /** The edge that the frame belongs to, in seconds. */
  readonly edge: number;
  /** Position of the shown frame, in seconds. */
  readonly at: number;
  /** Receives the video's duration, in seconds. */
  readonly onDuration?: ((seconds: number) => void) | undefined;
}

function Frame({ src, label, edge, at, onDuration }: FrameProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  useEffect(() => {
    const element = video.current;
    const show = () => {
      if (element !== null) {
        element.currentTime = at;
      }
    };
    // If the component loads lazily, the video may have loaded before React listens for the event.
    if (element?.readyState === HTMLMediaElement.HAVE_NOTHING) {
      return listen(element, ['loadedmetadata'], show);
    }
    const timer = setTimeout(show, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [src, at]);
  useEffect(() => {
    const element = video.current;
    if (element === null) {
      return;
    }
    const tell = () => {
      if (Number.isFinite(element.duration) && element.duration > 0) {
        onDuration?.(element.duration);
      }
    };
    tell();
    return listen(element, ['durationchange'], tell);
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
  /** A video URL that this page may load. */
  readonly src: string;
  readonly range: ClipRange;
  /** Duration of one frame, in seconds. */
  readonly frame: number;
  /** Receives the video's duration, in seconds. */
  readonly onDuration?: ((seconds: number) => void) | undefined;
}

export function ClipFrames({ src, range, frame, onDuration }: ClipFramesProps) {
  const { t } = useTranslation('extras');
  return (
    <div role="group" aria-label={t('clip.frames')} className="grid grid-cols-2 gap-3">
      <Frame
        src={src}
        label={t('clip.start')}
        edge={range.start}
        at={range.start}
        onDuration={onDuration}
      />
      {/* The frame at the end position is not part of the clip. */}
      <Frame
        src={src}
        label={t('clip.end')}
        edge={range.end}
        at={Math.max(range.start, range.end - frame)}
      />
    </div>
  );
}
