import { type RefObject, useEffect } from 'react';
import { listen } from '../../../../lib/browser/listen.js';
import { applySettings } from './player-controls.js';
import { keepPlayerSettings, playerSettings } from './player-settings.js';

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
