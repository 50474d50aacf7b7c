import { listen } from '../../../../lib/browser/listen.js';
import { type RefObject, useEffect, useState } from 'react';

/** The state of a media element. Times are in seconds. */
export interface Playback {
  readonly time: number;
  /** NaN while it is unknown, Infinity for a live stream. */
  readonly duration: number;
  readonly paused: boolean;
  /** True if playback is waiting for data. */
  readonly waiting: boolean;
  readonly speed: number;
  readonly volume: number;
  readonly muted: boolean;
}

const BEFORE: Playback = {
  time: 0,
  duration: NaN,
  paused: true,
  waiting: false,
  speed: 1,
  volume: 1,
  muted: false,
};
const EVENTS = [
  ...['loadedmetadata', 'durationchange', 'timeupdate', 'seeking', 'seeked', 'emptied'],
  ...['play', 'playing', 'pause', 'waiting', 'ended', 'ratechange', 'volumechange'],
];
/** HTMLMediaElement.HAVE_FUTURE_DATA. */
const ENOUGH = 3;

export function usePlayback(media: RefObject<HTMLMediaElement | null>): Playback {
  const [playback, setPlayback] = useState(BEFORE);
  useEffect(() => {
    const element = media.current;
    if (element === null) {
      return;
    }
    const look = () =>
      setPlayback({
        time: element.currentTime,
        duration: element.duration,
        paused: element.paused,
        waiting: !element.paused && element.readyState < ENOUGH,
        speed: element.playbackRate,
        volume: element.volume,
        muted: element.muted,
      });
    look();
    return listen(element, EVENTS, look);
  }, [media]);
  return playback;
}
