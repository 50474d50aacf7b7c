import type { PlayerAction } from './player-action.js';
import { nextSpeed, type PlayerSettings } from './player-settings.js';
import { clampTime } from './seek.js';

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
