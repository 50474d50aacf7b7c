import { type RefObject, useEffect } from 'react';
import { fetchPart } from '../../../lib/browser/stale-build.js';
import { type HlsFailure, playNatively } from './native-hls.js';

/** Plays `src` (HLS) in a media element. Does nothing if `src` is null. */
export function useHls(
  media: RefObject<HTMLMediaElement | null>,
  src: string | null,
  onFatal: (cause: HlsFailure) => void,
): void {
  useEffect(() => {
    const element = media.current;
    if (src === null || element === null) {
      return;
    }
    let left = false;
    let stop: (() => void) | null = null;
    fetchPart(() => import('./hls.js')).then(
      ({ playHls }) => {
        if (!left) {
          stop = playHls(element, src, onFatal);
        }
      },
      () => {
        if (!left) {
          stop = playNatively(element, src, onFatal);
          if (stop === null) {
            onFatal('network');
          }
        }
      },
    );
    return () => {
      left = true;
      stop?.();
    };
  }, [media, src, onFatal]);
}
