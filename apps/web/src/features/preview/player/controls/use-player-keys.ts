import { type RefObject, useEffect } from 'react';
import { listen } from '../../../../lib/browser/listen.js';
import { singleKeysOn } from '../../../../lib/browser/single-keys.js';
import { isForPlayer, playerAction } from './player-action.js';
import { perform } from './player-controls.js';

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
