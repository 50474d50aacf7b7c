import { type RefObject, useEffect } from 'react';
import { isForPlayer, type PlayerAction, playerAction } from './player-action.js';
import {
  keepPlayerSettings,
  nextSpeed,
  playerSettings,
  type PlayerSettings,
} from './player-settings.js';
import { clampTime } from './seek.js';
import { listen } from '../../../../lib/browser/listen.js';
import { singleKeysOn } from '../../../../lib/browser/single-keys.js';

/** iPhones support full screen only through this API. */
type OfIphone = HTMLMediaElement & { readonly webkitEnterFullscreen?: () => void };

/** Plays or pauses. If the browser refuses to play, nothing changes. */
export function togglePlay(media: HTMLMediaElement): void {
  if (!media.paused) {
    media.pause();
    return;
  }
  // In old browsers, `play` returns undefined.
  (media.play() as Promise<void> | undefined)?.catch(() => undefined);
}

export function seekTo(media: HTMLMediaElement, time: number): void {
  media.currentTime = clampTime(time, media.duration);
}

export function setSpeed(media: HTMLMediaElement, speed: number): void {
  // The default speed applies to the element's next source.
  media.defaultPlaybackRate = speed;
  media.playbackRate = speed;
}

/** Applies settings to a media element. iOS ignores the volume. */
function applySettings(media: HTMLMediaElement, { volume, muted, speed }: PlayerSettings): void {
  media.volume = volume;
  media.muted = muted;
  setSpeed(media, speed);
}

function toggleFullscreen(media: HTMLMediaElement): void {
  if (document.fullscreenElement !== null) {
    void document.exitFullscreen().catch(() => undefined);
  } else if (media instanceof HTMLVideoElement) {
    const { requestFullscreen } = media as Partial<HTMLVideoElement>;
    if (requestFullscreen === undefined) {
      (media as OfIphone).webkitEnterFullscreen?.();
    } else {
      void media.requestFullscreen().catch(() => undefined);
    }
  }
}

function perform(action: PlayerAction, media: HTMLMediaElement): void {
  switch (action.kind) {
    case 'toggle':
      togglePlay(media);
      break;
    case 'seek':
      seekTo(media, media.currentTime + action.by);
      break;
    case 'mute':
      media.muted = !media.muted;
      break;
    case 'speed':
      setSpeed(media, nextSpeed(media.playbackRate, action.by));
      break;
    case 'fullscreen':
      toggleFullscreen(media);
      break;
  }
}

/** Lets single keys control the player while the focus is on it or on nothing. */
export function usePlayerKeys(
  media: RefObject<HTMLMediaElement | null>,
  player: RefObject<Element | null>,
): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = event.defaultPrevented ? null : playerAction(event);
      if (
        action !== null &&
        media.current !== null &&
        player.current !== null &&
        isForPlayer(event.target, event.key, player.current) &&
        singleKeysOn()
      ) {
        event.preventDefault();
        perform(action, media.current);
      }
    };
    return listen(document, ['keydown'], press);
  }, [media, player]);
}

/** Applies the volume and speed last used on this device, and stores changes. */
export function usePlayerSettings(media: RefObject<HTMLMediaElement | null>): void {
  useEffect(() => {
    const element = media.current;
    if (element === null) {
      return;
    }
    applySettings(element, playerSettings());
    const note = () => {
      const { volume, muted, playbackRate: speed } = element;
      const before = playerSettings();
      // Ignore the events of the settings applied above.
      if (volume !== before.volume || muted !== before.muted || speed !== before.speed) {
        keepPlayerSettings({ volume, muted, speed });
      }
    };
    return listen(element, ['volumechange', 'ratechange'], note);
  }, [media]);
}
