import { type RefObject, useEffect, useRef } from 'react';
import { whenOnline } from '../../../lib/browser/when-online.js';
import { playNow, startAt } from '../play-while-made/go-on.js';
import type { HlsFailure } from './native-hls.js';
import { RETRY_DELAYS_MS } from './retry-delays.js';

/** `MediaError.MEDIA_ERR_NETWORK`: the connection failed after playback was possible. */
export const MEDIA_ERR_NETWORK = 2;

/** In seconds. An error this close to the last one means that playback has not continued. */
const SAME_PLACE = 1;

interface Loss {
  /** Where playback stopped, in seconds. */
  readonly at: number;
  /** The attempts so far. */
  readonly tries: number;
}

/** True if an error is the failure of an attempt to continue after `loss`. */
function isStillLost({ readyState, currentTime }: HTMLMediaElement, loss: Loss): boolean {
  // If the media can't even be loaded, the error says that it is unsupported.
  return readyState === 0 || Math.abs(currentTime - loss.at) <= SAME_PLACE;
}

/** Returns the loss that an error means; null if it is not a lost connection during playback. */
function lossOf(media: HTMLMediaElement, last: Loss | null): Loss | null {
  if (last !== null && isStillLost(media, last)) {
    return last;
  }
  return media.error?.code === MEDIA_ERR_NETWORK && media.played.length > 0
    ? { at: media.currentTime, tries: 0 }
    : null;
}

/** Loads the media again and continues there, unless it was paused. */
function loadAgain(media: HTMLMediaElement, at: number): void {
  const plays = !media.paused;
  // A load pauses, and resets the speed to the default.
  media.defaultPlaybackRate = media.playbackRate;
  media.load();
  startAt(media, at);
  if (plays) {
    playNow(media);
  }
}

/**
 * Continues playback after a lost connection, which a media element does not do on its own.
 * @param onFail called for other errors, and if the attempts fail too
 * @returns the handler of the element's `error` event
 */
export function useReconnect(
  media: RefObject<HTMLMediaElement | null>,
  src: string | null,
  onFail: (cause?: HlsFailure) => void,
): () => void {
  const lost = useRef<Loss | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(
    () => () => {
      stop.current?.();
      lost.current = null;
    },
    [src],
  );
  return () => {
    const element = media.current;
    stop.current?.();
    const loss = element === null ? null : lossOf(element, lost.current);
    const waitMs = RETRY_DELAYS_MS[loss?.tries ?? 0];
    if (element === null || loss === null || waitMs === undefined) {
      const isLost = loss !== null || element?.error?.code === MEDIA_ERR_NETWORK;
      onFail(isLost ? 'network' : undefined);
      return;
    }
    lost.current = { at: loss.at, tries: loss.tries + 1 };
    stop.current = whenOnline(waitMs, () => loadAgain(element, loss.at));
  };
}
