import { useEffect, useState } from 'react';
import { listen } from '../../../lib/browser/listen.js';
import { openApi } from '../../../lib/api/api-client.js';
import { useLoaded } from '../../../lib/react/use-loaded.js';

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

async function sizeOf(path: string, signal: AbortSignal): Promise<number | null> {
  const { headers } = await openApi(path, { method: 'HEAD', signal });
  const length = Number(headers.get('content-length') ?? 0);
  return Number.isSafeInteger(length) && length > 0 ? length : null;
}

/**
 * Returns the size in bytes of the file at one of our paths; null while it is unknown or without a
 * path.
 */
export function useRelaySize(path: string | null): number | null {
  return useLoaded(path, sizeOf);
}
