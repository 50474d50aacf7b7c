import { type RefObject, useEffect } from 'react';

type OnFatal = (cause: 'network' | 'unsupported') => void;

/** Plays `src` (HLS) in a media element; null means there is nothing for it to do. */
export function useHls(
  media: RefObject<HTMLMediaElement | null>,
  src: string | null,
  onFatal: OnFatal,
): void {
  useEffect(() => {
    const element = media.current;
    if (src === null || element === null) {
      return;
    }
    let left = false;
    let stop: (() => void) | undefined;
    import('./hls.js').then(
      ({ playHls }) => {
        if (!left) {
          stop = playHls(element, src, onFatal);
        }
      },
      () => {
        if (!left) {
          onFatal('network');
        }
      },
    );
    return () => {
      left = true;
      stop?.();
    };
  }, [media, src, onFatal]);
}
