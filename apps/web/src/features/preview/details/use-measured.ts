import { useEffect, useState } from 'react';

/** What a media element says of the media it has opened. */
export interface Measured {
  /** Seconds; null of what has no end. */
  readonly duration: number | null;
  /** "1280x720"; null of sound. */
  readonly resolution: string | null;
}

/** What the player of this page has measured; null before there is anything to measure. */
export function useMeasured(): Measured | null {
  const [measured, setMeasured] = useState<Measured | null>(null);
  useEffect(() => {
    const measure = ({ target }: Event) => {
      if (!(target instanceof HTMLMediaElement)) {
        return;
      }
      const { videoWidth: width = 0, videoHeight: height = 0 } =
        target as Partial<HTMLVideoElement>;
      setMeasured({
        duration: Number.isFinite(target.duration) ? target.duration : null,
        resolution: width > 0 && height > 0 ? `${width}x${height}` : null,
      });
    };
    // It does not bubble.
    document.addEventListener('loadedmetadata', measure, true);
    return () => document.removeEventListener('loadedmetadata', measure, true);
  }, []);
  return measured;
}
