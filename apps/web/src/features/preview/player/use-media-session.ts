import { listen } from '../../../lib/browser/listen.js';
import { type RefObject, useEffect } from 'react';
import { seekTo, togglePlay } from './controls/player-controls.js';
import { STEP } from './controls/seek.js';

/** What a lock screen shows. */
interface NowPlaying {
  readonly title: string;
  readonly artist: string;
  /** The URL of the thumbnail; null if there is none. */
  readonly artwork: string | null;
}

const POSITION_EVENTS = ['loadedmetadata', 'durationchange', 'ratechange', 'seeked', 'play'];

/** Runs an action that some browsers do not support, or whose position they reject. */
function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // The lock screen just shows less.
  }
}

function handlersOf(
  media: HTMLMediaElement,
): Partial<Record<MediaSessionAction, MediaSessionActionHandler>> {
  const by =
    (sign: 1 | -1, step: number): MediaSessionActionHandler =>
    (details) =>
      seekTo(media, media.currentTime + sign * (details.seekOffset ?? step));
  return {
    play: () => media.paused && togglePlay(media),
    pause: () => media.pause(),
    seekbackward: by(-1, STEP.back),
    seekforward: by(1, STEP.ahead),
    seekto: ({ seekTime }) => seekTime !== undefined && seekTo(media, seekTime),
  };
}

function tellPosition({ duration, playbackRate, currentTime }: HTMLMediaElement): void {
  attempt(() =>
    navigator.mediaSession.setPositionState(
      Number.isFinite(duration) && duration > 0
        ? { duration, playbackRate, position: Math.min(currentTime, duration) }
        : undefined,
    ),
  );
}

/** Shows the media on the lock screen and handles its controls, if the browser supports that. */
export function useMediaSession(
  ref: RefObject<HTMLMediaElement | null>,
  { title, artist, artwork }: NowPlaying,
): void {
  useEffect(() => {
    if ('mediaSession' in navigator) {
      attempt(() => {
        navigator.mediaSession.metadata = new MediaMetadata({
          title,
          artist,
          artwork: artwork === null ? [] : [{ src: artwork }],
        });
      });
    }
  }, [title, artist, artwork]);
  useEffect(() => {
    const media = ref.current;
    if (!('mediaSession' in navigator) || media === null) {
      return;
    }
    const { mediaSession } = navigator;
    const handlers = Object.entries(handlersOf(media));
    for (const [action, handle] of handlers) {
      attempt(() => mediaSession.setActionHandler(action as MediaSessionAction, handle));
    }
    const stop = listen(media, POSITION_EVENTS, () => tellPosition(media));
    return () => {
      stop();
      for (const [action] of handlers) {
        attempt(() => mediaSession.setActionHandler(action as MediaSessionAction, null));
      }
      mediaSession.metadata = null;
    };
  }, [ref]);
}
