import type { PlayerAction } from './player-action.js';
import { nextSpeed, type PlayerSettings } from './player-settings.js';
import { clampTime } from './seek.js';

/** Of iPhones, which know no other full screen. */
type OfIphone = HTMLMediaElement & { readonly webkitEnterFullscreen?: () => void };

/** Plays or pauses; a browser that refuses to play leaves the button as it was. */
export function togglePlay(media: HTMLMediaElement): void {
  if (!media.paused) {
    media.pause();
    return;
  }
  // Of old browsers, `play` returns nothing.
  (media.play() as Promise<void> | undefined)?.catch(() => undefined);
}

export function seekTo(media: HTMLMediaElement, time: number): void {
  media.currentTime = clampTime(time, media.duration);
}

export function setSpeed(media: HTMLMediaElement, speed: number): void {
  // The default is what another source in the same element starts with.
  media.defaultPlaybackRate = speed;
  media.playbackRate = speed;
}

/** Where volume is the device's own business (iOS), that part does nothing. */
export function applySettings(
  media: HTMLMediaElement,
  { volume, muted, speed }: PlayerSettings,
): void {
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

/** Does what a key asks for. */
export function perform(action: PlayerAction, media: HTMLMediaElement): void {
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
