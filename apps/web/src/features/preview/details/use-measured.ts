import { listen } from '../../../lib/browser/listen.js';
import { useEffect, useState } from 'react';

/** Metadata that a media element reports. */
interface Measured {
  /** In seconds; null for a live stream. */
  readonly duration: number | null;
  /** "1280x720"; null for audio, and while a different version is playing. */
  readonly resolution: string | null;
}

/** Returns the metadata from this page's player; null until the player has loaded it. */
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
        resolution:
          width > 0 && height > 0 && !('meanwhile' in target.dataset) ? `${width}x${height}` : null,
      });
    };
    // Listen in the capture phase, because the event does not bubble.
    return listen(document, ['loadedmetadata'], measure, { capture: true });
  }, []);
  return measured;
}
