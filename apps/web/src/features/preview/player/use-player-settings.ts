import { type RefObject, useEffect } from 'react';
import { applySettings } from './player-controls.js';
import { keepPlayerSettings, playerSettings } from './player-settings.js';

/** Plays as loud and as fast as the visitor had it last on this device, and remembers changes. */
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
      // What is set above is no choice of the visitor's: nothing is stored for it.
      if (volume !== before.volume || muted !== before.muted || speed !== before.speed) {
        keepPlayerSettings({ volume, muted, speed });
      }
    };
    const watched = new AbortController();
    for (const event of ['volumechange', 'ratechange']) {
      element.addEventListener(event, note, { signal: watched.signal });
    }
    return () => watched.abort();
  }, [media]);
}
